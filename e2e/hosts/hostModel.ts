// The model of a host: calls one tool once, then ends with the result it was given. Speaks chat completions
// (opencode) and Responses (Codex), streaming.
import type { ServerResponse } from "node:http";
import { startScriptedModelServer } from "../../src-main/models/testing/scriptedModelServer.ts";
import type { SeenRequest } from "../../src-main/models/testing/scriptedModelServer.ts";

type Json = Record<string, unknown>;

function events(response: ServerResponse, all: readonly Json[], named: boolean): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of all) {
    const name = named ? `event: ${String(event["type"])}\n` : "";
    response.write(`${name}data: ${JSON.stringify(event)}\n\n`);
  }
  response.end(named ? "" : "data: [DONE]\n\n");
}

/** Codex's own tool that does nothing but show a plan. */
const PLAN = "update_plan";
const WAIT = JSON.stringify({ plan: [{ step: "Wait for the servers", status: "in_progress" }] });
const [WAIT_MS, WAITS_MAX] = [500, 40];

/** A tool whose own name this is, however the host spells it; `namespace` where the host has one. */
export function offered(
  tools: unknown,
  wanted: string,
): { name: string; namespace?: string } | null {
  for (const tool of Array.isArray(tools) ? (tools as Json[]) : []) {
    const inner = (tool["function"] as Json | undefined) ?? tool;
    const name = String(inner["name"] ?? "");
    const nested = offered(tool["tools"], wanted);
    if (nested !== null) return { ...nested, namespace: name };
    if (name.endsWith(wanted)) return { name };
  }
  return null;
}

/** @param call the tool's own name, and what it is called with; it may change between runs of a host */
export async function startHostModel(call: { tool: string; args: Json }) {
  return startScriptedModelServer(({ url, body }: SeenRequest, response) => {
    const args = JSON.stringify(call.args);
    const tool = offered(body["tools"], call.tool);
    if (url.endsWith("/responses")) {
      const input = body["input"] as Json[];
      const outputs = input.filter(({ type }) => type === "function_call_output");
      const isDone = outputs.some(({ call_id: id }) => id === "c1");
      // Codex asks its model before its servers are there: it gets something else to do meanwhile.
      const plan = offered(body["tools"], PLAN);
      const isEarly = !isDone && tool === null && plan !== null && outputs.length < WAITS_MAX;
      const item = isEarly
        ? {
            type: "function_call",
            id: "f0",
            call_id: `w${outputs.length}`,
            ...plan,
            arguments: WAIT,
          }
        : isDone || tool === null
          ? {
              type: "message",
              id: "m1",
              role: "assistant",
              status: "completed",
              content: [{ type: "output_text", text: "END", annotations: [] }],
            }
          : { type: "function_call", id: "f1", call_id: "c1", ...tool, arguments: args };
      const whole = { id: "r1", object: "response", output: [item], usage: null };
      const send = (): void =>
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
      if (isEarly) setTimeout(send, WAIT_MS);
      else send();
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
