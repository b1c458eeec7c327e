// The model of a host: calls one tool once, then ends with the result it was given. Speaks chat completions
// (opencode) and Responses (Codex), streaming.
import type { ServerResponse } from "node:http";
import { startScriptedModelServer } from "../../src-main/model/testing/scriptedModelServer.ts";
import type { SeenRequest } from "../../src-main/model/testing/scriptedModelServer.ts";

type Json = Record<string, unknown>;

function events(response: ServerResponse, all: readonly Json[], named: boolean): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of all) {
    const name = named ? `event: ${String(event["type"])}\n` : "";
    response.write(`${name}data: ${JSON.stringify(event)}\n\n`);
  }
  response.end(named ? "" : "data: [DONE]\n\n");
}

/** A tool whose own name this is, however the host spells it; `namespace` where the host has one. */
function offered(tools: unknown, wanted: string): { name: string; namespace?: string } | null {
  for (const tool of Array.isArray(tools) ? (tools as Json[]) : []) {
    const inner = (tool["function"] as Json | undefined) ?? tool;
    const name = String(inner["name"] ?? "");
    const nested = offered(tool["tools"], wanted);
    if (nested !== null) return { ...nested, namespace: name };
    if (name.endsWith(wanted)) return { name };
  }
  return null;
}

/** @param call the tool's own name, and what it is called with */
export async function startHostModel(call: { tool: string; args: Json }) {
  const args = JSON.stringify(call.args);
  return startScriptedModelServer(({ url, body }: SeenRequest, response) => {
    const tool = offered(body["tools"], call.tool);
    if (url.endsWith("/responses")) {
      const input = body["input"] as Json[];
      const isDone = input.some(({ type }) => type === "function_call_output");
      const item =
        isDone || tool === null
          ? {
              ...{ type: "message", id: "m1", role: "assistant", status: "completed" },
              content: [{ type: "output_text", text: "END", annotations: [] }],
            }
          : { type: "function_call", id: "f1", call_id: "c1", ...tool, arguments: args };
      const whole = { id: "r1", object: "response", output: [item], usage: null };
      events(
        response,
        [
          { type: "response.created", response: { ...whole, output: [] } },
          { type: "response.output_item.added", output_index: 0, item },
          { type: "response.output_item.done", output_index: 0, item },
          {
            type: "response.completed",
            response: {
              ...whole,
              status: "completed",
              usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
            },
          },
        ],
        true,
      );
      return;
    }
    const messages = (body["messages"] ?? []) as Json[];
    const isDone = tool === null || messages.some(({ role }) => role === "tool");
    const delta = isDone
      ? { role: "assistant", content: "END" }
      : {
          role: "assistant",
          tool_calls: [
            {
              index: 0,
              id: "c1",
              type: "function",
              function: { name: tool.name, arguments: args },
            },
          ],
        };
    const chunk = { id: "x", object: "chat.completion.chunk", created: 1, model: "test-model" };
    events(
      response,
      [
        { ...chunk, choices: [{ index: 0, delta, finish_reason: null }] },
        {
          ...chunk,
          choices: [{ index: 0, delta: {}, finish_reason: isDone ? "stop" : "tool_calls" }],
          usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
        },
      ],
      false,
    );
  });
}
