import { expect, it } from "vitest";
import type { Usage } from "../models/cost/cost.ts";
import type { ResponseDocument } from "../request/document/message.ts";
import type { Json, JsonObject } from "../json.ts";
import { eventsFor } from "../request/checks/wire.ts";
import { refusalOf } from "./refusals.ts";
import { DIALECTS } from "./registry.ts";

const PIXEL = "iVBORw0KGgo=";

const chat: JsonObject = {
  model: "gpt-x",
  messages: [
    { role: "developer", content: "Be brief." },
    { role: "system", content: "And kind.", name: "house" },
    {
      role: "user",
      content: [
        { type: "text", text: "What is this?" },
        { type: "image_url", image_url: { url: `data:image/png;base64,${PIXEL}`, detail: "low" } },
        { type: "image_url", image_url: { url: "https://example.com/a.png" } },
        { type: "input_audio", input_audio: { data: "AAAA", format: "wav" } },
      ],
    },
    {
      role: "assistant",
      content: null,
      tool_calls: [
        { id: "a", type: "function", function: { name: "look", arguments: '{"x":1}' } },
        { id: "b", type: "function", function: { name: "look", arguments: '{ "x": 1.0 }' } },
        { id: "c", type: "function", function: { name: "look", arguments: "{broken" } },
      ],
    },
    { role: "tool", tool_call_id: "a", content: "one" },
    { role: "tool", tool_call_id: "b", content: [{ type: "text", text: "x", extra: 1 }] },
    { role: "tool", tool_call_id: "c", content: "three" },
    { role: "assistant", content: "So.", refusal: null },
    { role: "user", content: "Go on.", name: "ada" },
  ],
  max_tokens: 100,
  temperature: 0.5,
  top_p: 0.9,
  stop: "END",
  tools: [
    {
      type: "function",
      function: {
        name: "look",
        description: "Looks.",
        parameters: { type: "object" },
        strict: true,
      },
    },
  ],
  tool_choice: "auto",
  response_format: { type: "json_schema", json_schema: { name: "r", schema: {} } },
  stream_options: { include_usage: true },
  logit_bias: null,
  a_field_of_tomorrow: { deep: [1, 2] },
};

const messages: JsonObject = {
  model: "claude-x",
  max_tokens: 1024,
  system: [{ type: "text", text: "Be brief.", cache_control: { type: "ephemeral" } }],
  messages: [
    {
      role: "user",
      content: [
        { type: "text", text: "Look.", cache_control: { type: "ephemeral" } },
        { type: "image", source: { type: "base64", media_type: "image/png", data: PIXEL } },
        { type: "image", source: { type: "url", url: "https://example.com/a.png" } },
      ],
    },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "hm", signature: "s" },
        { type: "tool_use", id: "a", name: "look", input: { x: 1 } },
      ],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "a", content: "one", is_error: true },
        { type: "text", text: "And?" },
      ],
    },
  ],
  temperature: 1,
  top_k: 5,
  stop_sequences: ["END"],
  tools: [
    { name: "look", description: "Looks.", input_schema: { type: "object" } },
    { type: "text_editor_20250728", name: "str_replace_based_edit_tool", max_characters: 5 },
  ],
  tool_choice: { type: "tool", name: "look", disable_parallel_tool_use: true },
  thinking: { type: "enabled", budget_tokens: 1024 },
  metadata: { user_id: "u" },
};

it.each([
  ["openai-chat", chat],
  ["anthropic-messages", messages],
  ["anthropic-messages", { ...messages, system: "As text.", tool_choice: { type: "any" } }],
] as const)("writes a body of %s back unchanged", (name, body) => {
  const { read, body: write } = DIALECTS[name];
  const done = read(body);
  if (!done.ok) throw new Error(done.error.message);
  expect(write(done.document, false)).toEqual(body);
  expect(write(done.document, true)).toMatchObject({ stream: true });
});

it("reads what the user reviews: prompt, texts, images, calls and results", () => {
  const read = DIALECTS["openai-chat"].read(chat);
  if (!read.ok) throw new Error(read.error.message);
  const { systemPrompt, maxTokens, stopSequences, tools, toolChoice } = read.document;
  expect({ systemPrompt, maxTokens, stopSequences, toolChoice }).toEqual({
    systemPrompt: "Be brief.",
    maxTokens: 100,
    stopSequences: ["END"],
    toolChoice: { mode: "auto" },
  });
  expect(tools?.map(({ name }) => name)).toEqual(["look"]);
  const blocks = read.document.messages.flatMap(({ content }) => content);
  expect(blocks).toMatchObject([
    { type: "text" },
    { type: "text", text: "What is this?" },
    { type: "image", data: PIXEL, mimeType: "image/png" },
    { type: "image_url" },
    { type: "input_audio" },
    { type: "tool_use", id: "a", input: { x: 1 } },
    { type: "tool_use" },
    { type: "tool_use" },
    { type: "tool_result", toolUseId: "a" },
    { type: "tool_result" },
    { type: "tool_result" },
    { text: "So." },
    { text: "Go on." },
  ]);
});

it("sends an edit in place of the original", () => {
  const read = DIALECTS["openai-chat"].read(chat);
  if (!read.ok) throw new Error(read.error.message);
  const edited = structuredClone(read.document);
  const call = edited.messages.flatMap(({ content }) => content)[6] as JsonObject;
  call["input"] = { x: 2 };
  const { messages: written } = DIALECTS["openai-chat"].body(edited, false) as {
    messages: { tool_calls?: { function: { arguments: string } }[] }[];
  };
  expect(written[3]?.tool_calls?.map((one) => one.function.arguments)).toEqual([
    '{"x":1}',
    '{"x":2}',
    "{broken",
  ]);
  const claude = DIALECTS["anthropic-messages"].read(messages);
  if (!claude.ok) throw new Error(claude.error.message);
  const body = DIALECTS["anthropic-messages"].body(
    { ...claude.document, systemPrompt: "Other." },
    false,
  );
  expect(body["system"]).toBe("Other.");
});

it.each<[keyof typeof DIALECTS, Json, string]>([
  ["openai-chat", { ...chat, messages: [] }, "messages"],
  ["openai-chat", { ...chat, model: 7 }, "model"],
  ["openai-chat", { ...chat, n: 2 }, "n"],
  ["openai-chat", { ...chat, max_completion_tokens: 10 }, "max_tokens"],
  ["openai-chat", { ...chat, temperature: "hot" }, "temperature"],
  ["openai-chat", 7, ""],
  ["anthropic-messages", { ...messages, messages: [{ role: "user" }] }, "messages.0.content"],
  ["anthropic-messages", { ...messages, max_tokens: 0 }, "max_tokens"],
])("names the invalid field: %s %#", (name, body, param) => {
  expect(DIALECTS[name].read(body)).toMatchObject({
    ok: false,
    error: { status: 400, code: "invalid_request", param },
  });
});

it("shows, keeps and lowers both token limits of a request that gives the same one twice", () => {
  const { read, body } = DIALECTS["openai-chat"];
  const twice = { ...chat, max_completion_tokens: 100 };
  const done = read(twice);
  if (!done.ok) throw new Error(done.error.message);
  expect(done.document).toMatchObject({ maxTokens: 100 });
  expect(body(done.document, false)).toEqual(twice);
  expect(body({ ...done.document, maxTokens: 7 }, false)).toMatchObject({
    max_tokens: 7,
    max_completion_tokens: 7,
  });
});

it("shows at gate 2 the events of a stream as they are sent", () => {
  const done = DIALECTS["openai-chat"].read({ ...chat, stream: true });
  if (!done.ok) throw new Error(done.error.message);
  const reply = { kind: "http", dialect: "openai-chat", id: "1", createdS: 1 } as const;
  const request = { proposed: done.document, attempts: [], phase: { kind: "response" } } as const;
  const document = { role: "assistant", model: "m", content: { type: "text", text: "Hi." } };
  const asked = { ...request, attempts: [] };
  const shown = eventsFor({ ...asked, reply: { ...reply, stream: true } }, document);
  const writer = DIALECTS["openai-chat"].events(done.document, { id: "1", createdS: 1 });
  expect(shown).toBe(writer.begin(true) + writer.end(document, undefined));
  expect(shown).toMatch(/^data: [^]*"content":"Hi\."[^]*data: \[DONE\]\n\n$/);
  expect(eventsFor({ ...asked, reply: { ...reply, stream: false } }, document)).toBeNull();
});

it("ends a response with reasons that SDKs know", () => {
  const facts = { id: "1", createdS: 1 };
  const endOf = (stopReason: string) => {
    const document = { role: "assistant", model: "m", content: [], stopReason };
    const choice = DIALECTS["openai-chat"].response(document, facts)["choices"] as JsonObject[];
    return [
      choice[0]?.["finish_reason"],
      DIALECTS["anthropic-messages"].response(document, facts)["stop_reason"],
      DIALECTS["openai-responses"].response(document, facts)["status"],
    ];
  };
  expect(endOf("endTurn")).toEqual(["stop", "end_turn", "completed"]);
  expect(endOf("of tomorrow")).toEqual(["stop", "end_turn", "completed"]);
  for (const reason of ["maxTokens", "stopped", "contextFull", "interrupted"])
    expect(endOf(reason)).toEqual(["length", "max_tokens", "incomplete"]);
  expect(endOf("refusal")).toEqual(["content_filter", "refusal", "incomplete"]);
});

it("refuses for good what a rule refuses, whatever its code", () => {
  const refused = (reason: string) =>
    refusalOf({ kind: "error", code: -32_099, message: "No.", data: { reason } });
  expect(refused("policy")).toEqual({ status: 403, code: "policy", message: "No." });
  expect(refused("rate-limited")).toMatchObject({ status: 429, retryAfterS: 5 });
});

const written = (name: keyof typeof DIALECTS, document: ResponseDocument, usage?: Usage) => {
  const request = DIALECTS[name].read(
    name === "anthropic-messages"
      ? messages
      : name === "openai-chat"
        ? { ...chat, stream_options: { include_usage: true } }
        : { model: "m", input: "Hi." },
  );
  if (!request.ok) throw new Error(request.error.message);
  const facts = { id: "1", createdS: 1, ...(usage === undefined ? {} : { usage }) };
  const writer = DIALECTS[name].events(request.document, facts);
  const whole = JSON.stringify(DIALECTS[name].response(document, facts));
  const streamed = writer.begin(true) + writer.end(document, usage);
  return { whole, streamed };
};

it.each(Object.keys(DIALECTS) as (keyof typeof DIALECTS)[])(
  "%s tells no count that its provider did not report, or a marked zero where its schema requires a number",
  (name) => {
    const document = { role: "assistant", model: "m", content: { type: "text", text: "Hi." } };
    const isMessages = name === "anthropic-messages";
    for (const text of Object.values(written(name, document))) {
      if (isMessages) expect(text).toContain('"cache_read_input_tokens":null');
      expect(text).not.toMatch(isMessages ? /tokens":[1-9]/ : /tokens":\d/);
    }
    for (const text of Object.values(written(name, document, { inputTokens: 7 }))) {
      expect(text).not.toMatch(isMessages ? /output_tokens":[1-9]/ : /tokens":\d/);
      if (isMessages) expect(text).toContain('"input_tokens":7');
    }
    const counted = { inputTokens: 0, outputTokens: 0 };
    for (const text of Object.values(written(name, document, counted))) {
      expect(text).toMatch(/(output|completion)_tokens":0/);
      expect(text).not.toContain('_tokens":null');
    }
  },
);

it.each(Object.keys(DIALECTS) as (keyof typeof DIALECTS)[])(
  "%s passes on arguments that are no object as their text",
  (name) => {
    const call = { type: "tool_use", id: "c1", name: "w", input: '{"a":1' };
    const document = { role: "assistant", model: "m", stopReason: "toolUse", content: [call] };
    const { whole, streamed } = written(name, document);
    for (const text of [whole, streamed]) {
      expect(text).toContain(JSON.stringify('{"a":1'));
      expect(text).not.toContain(JSON.stringify(JSON.stringify('{"a":1')));
    }
  },
);

it.each([
  ["openai-chat", "endTurn", "stop"],
  ["openai-chat", "tool_use", "tool_calls"],
  ["openai-chat", "maxTokens", "length"],
  ["anthropic-messages", "endTurn", "tool_use"],
  ["anthropic-messages", "eos", "tool_use"],
  ["anthropic-messages", "maxTokens", "max_tokens"],
] as const)("%s: calls that end with %s end with %s", (name, stopReason, expected) => {
  const call = { type: "tool_use", id: "c", name: "w", input: {} };
  const document = { role: "assistant" as const, content: call, model: "m", stopReason };
  const written = JSON.stringify(DIALECTS[name].response(document, { id: "x", createdS: 1 }));
  expect(written).toMatch(new RegExp(`"(finish|stop)_reason":"${expected}"`));
});
