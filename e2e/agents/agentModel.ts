// The model of an agent: a script says which tools it calls, turn after turn. Speaks Messages (Claude Code), Responses
// (Codex), chat completions (opencode, Qwen Code, Copilot CLI) and generateContent (Gemini CLI), streaming. It keeps no
// state: what was done already stands in each request.
import type { ServerResponse } from "node:http";
import { startScriptedModelServer } from "../../src-main/models/testing/scriptedModelServer.ts";
import type { SeenRequest } from "../../src-main/models/testing/scriptedModelServer.ts";

type Json = Record<string, unknown>;

/** A call of a tool, by the end of the name that the agent gives it. A text is the input of a tool without a schema. */
export interface ToolCall {
  tool: string;
  input: Json | string;
}

/** Conversations by the word after `SCRIPT:` in their first message. Each has turns, a turn has calls made in parallel. */
export type AgentScript = Record<string, readonly (readonly ToolCall[])[]>;

/** What the model was told about a call. */
interface ToolResult {
  callId: string;
  text: string;
}

interface Conversation {
  /** The texts of its user. */
  prompts: string[];
  results: ToolResult[];
  tools: unknown;
}

const objects = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "object" && item !== null) : [];

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return objects(content)
    .map((part) => String(part["text"] ?? JSON.stringify(part)))
    .join("\n");
}

function conversationOf({ url, body }: SeenRequest): Conversation {
  const prompts: string[] = [];
  const results: ToolResult[] = [];
  const note = (callId: unknown, content: unknown): void => {
    results.push({ callId: String(callId), text: textOf(content) });
  };
  const turns = body["contents"] ?? body[url.includes("/responses") ? "input" : "messages"];
  for (const item of objects(turns)) {
    if (item["role"] === "user") prompts.push(textOf(item["content"] ?? item["parts"]));
    for (const { functionResponse } of objects(item["parts"])) {
      if (functionResponse === undefined) continue;
      const { id, response } = functionResponse as Json;
      const { output, error } = response as Json;
      note(id, output ?? error ?? JSON.stringify(response));
    }
    // Chat completions, Responses, Messages.
    if (item["role"] === "tool") note(item["tool_call_id"], item["content"]);
    if (String(item["type"]).endsWith("_call_output")) note(item["call_id"], item["output"]);
    for (const part of objects(item["content"]))
      if (part["type"] === "tool_result") note(part["tool_use_id"], part["content"]);
  }
  return { prompts, results, tools: body["tools"] };
}

/** The number of the turn stands in the id of each of its calls. */
const idOf = (run: string, turn: number, index: number): string => `call_${run}_${turn}_${index}`;
const turnOf = (id: string): number => Number(/^call_\w+?_(\d+)_\d+$/.exec(id)?.[1] ?? -1);

/** The tool with this name, or with it after the name of its server; `namespace` where the agent has one. */
function offered(tools: unknown, wanted: string): { name: string; namespace?: string } | null {
  for (const tool of objects(tools)) {
    const { name: own } = (tool["function"] as Json | undefined) ?? tool;
    const name = String(own ?? "");
    const nested = offered(tool["tools"] ?? tool["functionDeclarations"], wanted);
    if (nested !== null) return name === "" ? nested : { ...nested, namespace: name };
    if (name === wanted || name.endsWith(`_${wanted}`)) return { name };
  }
  return null;
}

interface NamedCall {
  id: string;
  name: string;
  namespace?: string;
  input: Json | string;
}

function stream(response: ServerResponse, all: readonly Json[], isNamed: boolean): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of all) {
    const name = isNamed ? `event: ${String(event["type"])}\n` : "";
    response.write(`${name}data: ${JSON.stringify(event)}\n\n`);
  }
  response.end(isNamed ? "" : "data: [DONE]\n\n");
}

type Send = (
  response: ServerResponse,
  calls: readonly NamedCall[],
  text: string,
  tokens: number,
) => void;

const sendMessages: Send = (response, calls, text, tokens) => {
  const blocks: [Json, Json][] =
    calls.length === 0
      ? [
          [
            { type: "text", text: "" },
            { type: "text_delta", text },
          ],
        ]
      : calls.map(({ id, name, input }) => [
          { type: "tool_use", id, name, input: {} },
          { type: "input_json_delta", partial_json: JSON.stringify(input) },
        ]);
  const message = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude-sonnet-4-5",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: tokens, output_tokens: 1 },
  };
  const whole = blocks.flatMap(([block, delta], index) => [
    { type: "content_block_start", index, content_block: block },
    { type: "content_block_delta", index, delta },
    { type: "content_block_stop", index },
  ]);
  const reason = calls.length === 0 ? "end_turn" : "tool_use";
  stream(
    response,
    [
      { type: "message_start", message },
      ...whole,
      {
        type: "message_delta",
        delta: { stop_reason: reason, stop_sequence: null },
        usage: { output_tokens: 1 },
      },
      { type: "message_stop" },
    ],
    true,
  );
};

const sendResponses: Send = (response, calls, text, tokens) => {
  const message = {
    type: "message",
    id: "m1",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text, annotations: [] }],
  };
  const items =
    calls.length === 0
      ? [message]
      : calls.map(({ id, input, ...named }) =>
          typeof input === "string"
            ? { type: "custom_tool_call", id: `i_${id}`, call_id: id, ...named, input }
            : {
                type: "function_call",
                id: `i_${id}`,
                call_id: id,
                ...named,
                arguments: JSON.stringify(input),
              },
        );
  const whole = { id: "r1", object: "response", output: items, usage: null };
  const usage = { input_tokens: tokens, output_tokens: 1, total_tokens: tokens + 1 };
  stream(
    response,
    [
      { type: "response.created", response: { ...whole, output: [] } },
      ...items.flatMap((item, index) => [
        { type: "response.output_item.added", output_index: index, item },
        ...(item === message
          ? [
              {
                type: "response.output_text.delta",
                output_index: index,
                content_index: 0,
                item_id: message.id,
                delta: text,
                logprobs: [],
              },
            ]
          : []),
        { type: "response.output_item.done", output_index: index, item },
      ]),
      { type: "response.completed", response: { ...whole, status: "completed", usage } },
    ],
    true,
  );
};

const sendChat: Send = (response, calls, text, tokens) => {
  const toolCalls = calls.map(({ id, name, input }, index) => ({
    index,
    id,
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  }));
  const said = calls.length === 0 ? { content: text } : { tool_calls: toolCalls };
  const chunk = { id: "x", object: "chat.completion.chunk", created: 1, model: "test-model" };
  const choice = { index: 0, delta: { role: "assistant", ...said }, finish_reason: null };
  const reason = calls.length === 0 ? "stop" : "tool_calls";
  stream(
    response,
    [
      { ...chunk, choices: [choice] },
      {
        ...chunk,
        choices: [{ index: 0, delta: {}, finish_reason: reason }],
        usage: { prompt_tokens: tokens, completion_tokens: 1, total_tokens: tokens + 1 },
      },
    ],
    false,
  );
};

const sendContent: Send = (response, calls, text, tokens) => {
  const called = calls.map(({ id, name, input }) => ({ functionCall: { id, name, args: input } }));
  const parts: Json[] = calls.length === 0 ? [{ text }] : called;
  const usageMetadata = {
    promptTokenCount: tokens,
    candidatesTokenCount: 1,
    totalTokenCount: tokens + 1,
  };
  const candidate = { content: { role: "model", parts }, finishReason: "STOP", index: 0 };
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(`data: ${JSON.stringify({ candidates: [candidate], usageMetadata })}\n\n`);
};

function senderOf(url: string): Send {
  if (url.includes("GenerateContent")) return sendContent;
  if (url.includes("/messages")) return sendMessages;
  return url.endsWith("/responses") ? sendResponses : sendChat;
}

/** Of a context that agents compact. */
const FULL = 190_000;
/** Those that its list names. */
const MODELS = ["claude-sonnet-5-5", "claude-sonnet-4-5", "gpt-5.5", "test-model"].map((id) => ({
  id,
  type: "model",
}));

/** Called before a turn is played; the agent waits for it. */
export type BeforeTurn = (word: string, turn: number) => Promise<void>;

export async function startAgentModel(first: AgentScript = {}) {
  let script = first;
  let before: BeforeTurn = () => Promise.resolve();
  let obeys: (prompt: string, told: readonly string[]) => AgentScript[string] = () => [];
  let runs = 0;
  let run = "r0";
  let full = 0;
  const server = await startScriptedModelServer(async (seen, response) => {
    const { url } = seen;
    if (seen.method !== "POST" || url.includes("count_tokens")) {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ input_tokens: 1, data: MODELS, models: [] }));
      return;
    }
    const { prompts, results, tools } = conversationOf(seen);
    const prompt = prompts.join("\n");
    const word = /SCRIPT:(\w+)/.exec(prompt)?.[1] ?? "";
    const told = results.map(({ text }) => text);
    const turn = Math.max(-1, ...results.map(({ callId }) => turnOf(callId))) + 1;
    const wanted = Array.isArray(tools) ? ((script[word] ?? obeys(prompt, told))[turn] ?? []) : [];
    if (wanted.length > 0) await before(word, turn);
    const calls: NamedCall[] = [];
    for (const [index, { tool, input }] of wanted.entries()) {
      const named = offered(tools, tool);
      // A tool that is not offered is called by its name all the same: the agent says what it thinks of that.
      calls.push({ id: idOf(`${run}${word}`, turn, index), ...(named ?? { name: tool }), input });
    }
    const tokens = full > 0 ? FULL : 1;
    full = Math.max(0, full - 1);
    senderOf(url)(response, calls, "END", tokens);
  });
  return {
    /** With `/v1`. */
    baseUrl: server.baseUrl,
    seen: server.seen,
    /** Replaces the script; call ids of the next runs differ from those before. */
    play(next: AgentScript, beforeTurn: BeforeTurn = () => Promise.resolve()): void {
      script = next;
      before = beforeTurn;
      runs += 1;
      run = `r${runs}`;
      server.seen.length = 0;
    },
    /** The next responses say that the context is nearly full, so that the agent compacts it. */
    fill(responses: number): void {
      full = responses;
    },
    /** For conversations that are in no script: what its users said, and what it was told about its calls. */
    obey(next: typeof obeys): void {
      obeys = next;
    },
    /** What the models of all conversations were told since `play`, by the id of the call, each once. */
    told(): Map<string, string> {
      const all = new Map<string, string>();
      for (const seen of server.seen)
        for (const { callId, text } of conversationOf(seen).results) all.set(callId, text);
      return all;
    },
    close: server.close,
  };
}

export type AgentModel = Awaited<ReturnType<typeof startAgentModel>>;
