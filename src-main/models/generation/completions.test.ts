// Completions of programs at the real adapters over a loopback connection: what another dialect gets, and reasoning that
// comes back to the program.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { DIALECTS } from "#shared/dialects/registry.ts";
import type { DialectName } from "#shared/dialects/dialect.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import type { Block } from "#shared/request/document/message.ts";
import { addedPartsOf, omittedPartsOf } from "#shared/models/ranking/misfits.ts";
import { notUnderstood } from "#shared/dialects/otherDialect.ts";
import type { GenerationOptions } from "#shared/models/providers/options.ts";
import { traitsOf } from "#shared/models/ranking/traits.ts";
import { FAMILIES, type Family } from "../testing/wire/families.ts";
import { askFamily, replays } from "../testing/wireHarness.ts";

const family = (name: string): Family => {
  const found = FAMILIES[name];
  if (found === undefined) throw new Error(name);
  return found;
};

function documentOf(dialect: DialectName, body: Json) {
  const read = DIALECTS[dialect].read(body);
  if (!read.ok) throw new Error(read.error.message);
  return read.document;
}
const messages: JsonObject = {
  model: "m",
  max_tokens: 4000,
  messages: [{ role: "user", content: "What color?" }],
};
const THOUGHTFUL: [DialectName, JsonObject][] = [
  ["openai-chat", { ...messages, reasoning_effort: "low" }],
  ["openai-responses", { model: "m", input: "What color?", reasoning: { effort: "low" } }],
  ["anthropic-messages", { ...messages, thinking: { type: "enabled", budget_tokens: 500 } }],
];

const translated = Object.entries(FAMILIES).flatMap(([name, one]) =>
  THOUGHTFUL.flatMap(([dialect, body]) =>
    ["", "claude-sonnet-4-6", "us.anthropic.claude-opus-4-7-v1:0", "gpt-5.2"].map(
      (model) => [name, one, dialect, body, model === "" ? one.modelId : model] as const,
    ),
  ),
);

it.each(translated)(
  "%s gets the reasoning effort unless the card sets another: %#",
  async (_name, one, dialect, body, modelId) => {
    const traits = traitsOf(one.kind, modelId);
    if (traits.exact?.includes(dialect) === true) return;
    const document = documentOf(dialect, body);
    const { seen, result } = await askFamily(one, document, replays(one.answers.thought), {
      modelId,
    });
    const sent = JSON.stringify(seen[0]?.body);
    const named = notUnderstood(document, traits);
    const warnings = result.kind === "done" ? (result.warnings ?? []) : [];
    const isSent = /"(thinking|effort|reasoning_?effort|thinking\w+)":/i.test(sent);
    // A model may not think at all; then its adapter says so.
    expect([isSent, named.length > 0 || warnings.join(" ").includes("reasoning")]).toContain(true);
    if (named.length > 0) expect(isSent).toBe(false);
    // The limit is the program's.
    const limit = /"(?:max_tokens|maxTokens|maxOutputTokens)":(\d+)/.exec(sent)?.[1];
    if (body["max_tokens"] !== undefined) expect(limit ?? "4000").toBe("4000");
  },
);

const CALL = { type: "tool_use", id: "call_1", name: "look", input: { x: 1 } };
const TEXT = { type: "text", text: "White." };
const SIGNED = { type: "thinking", thinking: "The pixel is white.", signature: "EqQBCgIYAhIM" };
const REDACTED = { type: "redacted_thinking", data: "AAEC" };
const ITEM = {
  type: "reasoning",
  id: "rs_1",
  encrypted_content: "gAAAA",
  summary: [
    { type: "summary_text", text: "First." },
    { type: "summary_text", text: "Then." },
  ],
};
const SILENT = { type: "reasoning", id: "rs_2", summary: [], encrypted_content: "gBBBB" };
const ASK = { messages: [{ role: "user", content: "What color?" }] };
const CHAT_TOOL = { type: "function", function: { name: "look", parameters: { type: "object" } } };
const SPOKEN: [string, DialectName, JsonObject, Block[]][] = [
  [
    "openai-compatible",
    "openai-chat",
    { model: "m", ...ASK, tools: [CHAT_TOOL], stream_options: { include_usage: true } },
    [{ type: "reasoning", text: "The pixel is white." }, TEXT, CALL],
  ],
  [
    "anthropic",
    "anthropic-messages",
    { model: "m", max_tokens: 9, ...ASK, tools: [{ name: "look", input_schema: {} }] },
    [SIGNED, REDACTED, TEXT, CALL],
  ],
  [
    "openai-responses",
    "openai-responses",
    { model: "m", input: "What color?", tools: [{ ...CHAT_TOOL.function, type: "function" }] },
    [
      ITEM,
      TEXT,
      SILENT,
      { ...CALL, item: { id: "fc_1" } },
      { ...CALL, id: "call_2", item: { id: "fc_2", namespace: "n" } },
    ],
  ],
];

it.each(SPOKEN)(
  "reasoning of %s is part of a response in its own dialect, whole and streamed",
  async (name, dialect, body, content) => {
    const { events, response } = DIALECTS[dialect];
    const asked = documentOf(dialect, body);
    const document = { role: "assistant", model: "m", stopReason: "toolUse", content };
    const facts = { id: "1", createdS: 1 };
    const usage = { inputTokens: 20, outputTokens: 9, reasoningTokens: 4, cacheReadTokens: 8 };
    const whole = events(asked, facts);
    // The provider streams what the endpoint would write.
    const stream = whole.begin(true) + whole.end(document, usage);
    const answers = replays({ contentType: "text/event-stream", body: stream });
    const { result, reasoned } = await askFamily(family(name), asked, answers);
    expect(result).toMatchObject({ kind: "done", generated: { content } });
    expect(result).toHaveProperty("reasoning", undefined);
    const thoughts = content.filter(
      ({ type }) => type.includes("thinking") || type === "reasoning",
    );
    expect(reasoned).toEqual(thoughts);
    expect(result).toMatchObject({ usage: { inputTokens: 20, cacheReadTokens: 8 } });

    // A live stream up to the first call, then the rest: the same to who reads it.
    const live = events(asked, facts);
    const parts = [live.begin(true)];
    for (const block of content) {
      if (block.type === "tool_use") break;
      if (block.type === "text") parts.push(...[...String(block["text"])].map((c) => live.text(c)));
      else parts.push(live.reasoning(block));
    }
    const lively = parts.join("") + live.end(document, usage);
    const again = await askFamily(
      family(name),
      asked,
      replays({ contentType: "text/event-stream", body: lively }),
    );
    expect(again.result).toMatchObject({ kind: "done", generated: { content } });

    // The next turn carries it back unchanged.
    const next = nextTurn(dialect, body, response(document, { ...facts, usage }));
    const read = DIALECTS[dialect].read(next);
    if (!read.ok) throw new Error(read.error.message);
    const { seen } = await askFamily(family(name), read.document, answers);
    expect(seen[0]?.body).toMatchObject({ ...next, model: family(name).modelId });
  },
);

/** The body of a program that sends the response back, with results of its calls. */
function nextTurn(dialect: DialectName, body: JsonObject, response: JsonObject): JsonObject {
  const before = (body["messages"] ?? []) as Json[];
  if (dialect === "openai-responses")
    return { ...body, input: [{ role: "user", content: "?" }, ...(response["output"] as Json[])] };
  const [choice] = (response["choices"] ?? []) as { message: JsonObject }[];
  const said = choice?.message ?? { role: "assistant", content: response["content"] ?? [] };
  return { ...body, messages: [...before, said] };
}

it.each(["anthropic", "bedrock"])(
  "%s: a response in Messages names the stop sequence that ended it, and none that was not asked for",
  async (name) => {
    const { response, events } = DIALECTS["anthropic-messages"];
    const claude = family(name);
    const { stopped } = claude.answers;
    if (stopped === undefined) throw new Error("not recorded");
    const facts = { id: "1", createdS: 1 };
    const body = { ...messages, stop_sequences: ["STOP", "END"] };
    const asked = documentOf("anthropic-messages", body);
    const { result } = await askFamily(claude, asked, replays(stopped));
    if (result.kind !== "done") throw new Error(result.kind);
    const { generated } = result;
    const end = { stop_reason: "stop_sequence", stop_sequence: "END" };
    expect(response(generated, facts)).toMatchObject(end);
    const streamed = events(asked, facts).end(generated, undefined);
    expect(streamed).toContain(`"delta":${JSON.stringify(end)}`);
    const edited = { ...generated, stopReason: "endTurn" };
    expect(response(edited, facts)).toMatchObject({ stop_reason: "end_turn", stop_sequence: null });

    const others = documentOf("anthropic-messages", { ...body, stop_sequences: ["STOP"] });
    const other = await askFamily(claude, others, replays(stopped));
    expect(other.result).not.toHaveProperty("generated.stopSequence");
    // Chat completions have no field for it.
    const chat = documentOf("openai-chat", { model: "m", ...ASK, stop: "END" });
    const translated = await askFamily(claude, chat, replays(stopped));
    expect(translated.result).toMatchObject({ generated: { stopReason: "stopSequence" } });
    expect(translated.result).not.toHaveProperty("generated.stopSequence");
  },
);

it("reasoning that was cut off, or came in another dialect, is kept apart", async () => {
  const { events } = DIALECTS["anthropic-messages"];
  const asked = documentOf("anthropic-messages", { model: "m", max_tokens: 9, ...ASK });
  const writer = events(asked, { id: "1", createdS: 1 });
  const unsigned = [{ type: "thinking", thinking: "Hm." }, TEXT];
  const document = { role: "assistant", model: "m", stopReason: "endTurn", content: unsigned };
  const body = writer.begin(true) + writer.end(document, {});
  const stream = { contentType: "text/event-stream", body };
  const { result } = await askFamily(family("anthropic"), asked, replays(stream));
  expect(result).toMatchObject({ generated: { content: TEXT }, reasoning: [{ text: "Hm." }] });
  const chat = family("openai-compatible");
  const other = await askFamily(chat, asked, replays(chat.answers.thought));
  expect(other.result).toMatchObject({
    generated: { content: TEXT },
    reasoning: [{ text: "The pixel is white." }],
  });
});

const TOOLS: JsonObject = { tools: [CHAT_TOOL] };
const ANTHROPIC_TOOLS: JsonObject = { tools: [{ name: "look", input_schema: {} }] };
const RESPONSES: JsonObject = {
  model: "m",
  input: "What color?",
  tools: [{ ...CHAT_TOOL.function, type: "function" }],
};
const USAGE = { stream_options: { include_usage: true } };
const ONE = { parallelToolCalls: false } as const;
const AUTO_ALONE = { type: "auto", disable_parallel_tool_use: true };
it.each<[string, DialectName, JsonObject, GenerationOptions, JsonObject]>([
  ["openai-responses", "openai-chat", messages, {}, { store: false, ...USAGE }],
  ["openai-responses", "openai-chat", { ...messages, store: null }, {}, { store: false, ...USAGE }],
  ["openai-responses", "openai-chat", { ...messages, ...USAGE, store: false }, {}, {}],
  ["openai-responses", "openai-responses", RESPONSES, {}, { store: false }],
  ["openai-responses", "openai-responses", { ...RESPONSES, store: false }, {}, {}],
  [
    ...(["openai-responses", "openai-responses", { ...RESPONSES, store: false }, ONE] as const),
    { parallel_tool_calls: false },
  ],
  ["openrouter", "openai-chat", { ...messages, ...USAGE }, ONE, {}],
  ["openai-compatible", "openai-chat", { ...messages, stream_options: {} }, {}, USAGE],
  [
    ...(["openai-compatible", "openai-chat", { ...messages, ...USAGE, ...TOOLS }, ONE] as const),
    { parallel_tool_calls: false },
  ],
  ["anthropic", "anthropic-messages", messages, ONE, {}],
  [
    ...(["anthropic", "anthropic-messages", { ...messages, ...ANTHROPIC_TOOLS }, ONE] as const),
    { tool_choice: AUTO_ALONE },
  ],
  [
    "anthropic",
    "anthropic-messages",
    { ...messages, ...ANTHROPIC_TOOLS, tool_choice: { type: "tool", name: "look" } },
    ONE,
    { tool_choice: { type: "tool", name: "look", disable_parallel_tool_use: true } },
  ],
  [
    "anthropic",
    "anthropic-messages",
    { ...messages, ...ANTHROPIC_TOOLS, tool_choice: { type: "none" } },
    ...([ONE, {}] as const),
  ],
])("what %s gets beyond the approved %s is what the card says: %#", async (...row) => {
  const [name, dialect, body, options, added] = row;
  const { kind, modelId, answers } = family(name);
  const document = documentOf(dialect, body);
  const { seen } = await askFamily(family(name), document, replays(answers.calls), { options });
  expect(seen[0]?.body).toEqual({ ...body, ...added, model: modelId, stream: true });
  expect(addedPartsOf(document, traitsOf(kind, modelId), options)).toEqual(
    Object.entries(added).map(([field, value]) => `"${field}": ${JSON.stringify(value)}`),
  );
});

it("no provider gets a search that it would run itself, and the card names it", async () => {
  const search = { type: "web_search", external_web_access: true };
  const tool = { ...CHAT_TOOL.function, type: "function" };
  const document = documentOf("openai-responses", {
    model: "m",
    input: "What color?",
    tools: [search, tool],
  });
  const openai = family("openai-responses");
  expect(omittedPartsOf(document, traitsOf(openai.kind), {})).toEqual([
    { kind: "provider-tools", names: ["tools.web_search"] },
  ]);
  const { seen, result } = await askFamily(openai, document, replays(openai.answers.thought));
  expect(seen[0]?.body).toMatchObject({ tools: [tool] });
  expect(result).toMatchObject({ warnings: ["Not sent to this provider: tools.web_search"] });
});

it("Codex's namespaces are plain functions elsewhere, and their calls come back as Codex knows them", async () => {
  const url = new URL("../../../src-shared/dialects/fixtures/codex-0.169.0.json", import.meta.url);
  const codex = JSON.parse(readFileSync(url, "utf8")) as JsonObject;
  const document = documentOf("openai-responses", codex);
  const compatible = family("openai-compatible");
  const traits = traitsOf(compatible.kind);
  expect(notUnderstood(document, traits)).toEqual([
    "reasoning.summary",
    "include",
    "prompt_cache_key",
    "client_metadata",
    "tools.web_search",
  ]);
  const chat = DIALECTS["openai-chat"];
  const writer = chat.events(documentOf("openai-chat", { model: "m", ...ASK }), {
    id: "1",
    createdS: 1,
  });
  const called = { ...CALL, name: "multi_agent_v1__close_agent", input: { target: "a" } };
  const said = { role: "assistant", model: "m", stopReason: "toolUse", content: [called] };
  const stream = {
    contentType: "text/event-stream",
    body: writer.begin(true) + writer.end(said, undefined),
  };
  const { seen, result } = await askFamily(compatible, document, replays(stream));
  const sent = seen[0]?.body as { tools: { function: { name: string } }[] };
  const names = sent.tools.map((tool) => tool.function.name);
  expect(names).toContain("multi_agent_v1__close_agent");
  expect(names).not.toContain("web_search");
  const back = { ...called, name: "close_agent", item: { namespace: "multi_agent_v1" } };
  expect(result).toMatchObject({ kind: "done", generated: { content: back } });
  if (result.kind !== "done") return;
  const { response, read } = DIALECTS["openai-responses"];
  const { output } = response(result.generated, { id: "1", createdS: 1 });
  expect(output).toMatchObject([
    { type: "function_call", name: "close_agent", namespace: "multi_agent_v1", call_id: "call_1" },
  ]);
  // The next turn: the call goes out under its plain name again.
  const results = { type: "function_call_output", call_id: "call_1", output: "closed" };
  const input = [...(codex["input"] as Json[]), ...(output as Json[]), results];
  const next = read({ ...codex, input });
  if (!next.ok) throw new Error(next.error.message);
  const { seen: later } = await askFamily(compatible, next.document, replays(stream));
  const { messages: turns } = (later[0]?.body ?? {}) as { messages: JsonObject[] };
  expect(turns.slice(-2)).toMatchObject([
    { tool_calls: [{ id: "call_1", function: { name: "multi_agent_v1__close_agent" } }] },
    { role: "tool", tool_call_id: "call_1", content: "closed" },
  ]);
});
