import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import OpenAI from "openai";
import { expect, it } from "vitest";
import type { JsonObject } from "../json.ts";
import { without } from "./plain.ts";
import { DIALECTS } from "./registry.ts";

const { read, body, response, events } = DIALECTS["openai-responses"];
const fixture = (name: string): JsonObject =>
  JSON.parse(readFileSync(new URL(`fixtures/${name}`, import.meta.url), "utf8")) as JsonObject;
const call = { type: "function_call", call_id: "a", name: "look", id: "fc_1" };
const items = [
  { role: "user", content: [{ type: "input_text", text: "One part." }] },
  { type: "message", role: "assistant", content: [{ type: "output_text", text: "x" }] },
  { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "e" },
  { ...call, arguments: "{ broken" },
  { ...call, call_id: "b", namespace: "n", arguments: '{"x":1}' },
  { type: "function_call_output", call_id: "a", output: [{ type: "input_text", text: "one" }] },
  { type: "function_call_output", call_id: "b", output: "" },
  {
    role: "user",
    content: [{ type: "input_image", image_url: "data:image/png;base64,AAAA", detail: "low" }],
  },
];

it.each([
  { model: "m", input: "Hi." },
  { model: "m", input: [{ role: "user", content: "Hi." }], instructions: "Be brief." },
  { model: "m", input: items, max_output_tokens: 9, text: { format: { type: "text" } } },
  fixture("codex-0.169.0.json"),
])("writes a Responses body back unchanged %#", (given) => {
  const done = read(given);
  if (!done.ok) throw new Error(done.error.message);
  expect(body(done.document, false)).toEqual(without(given, "stream"));
});

it("writes a body of opencode back unchanged", () => {
  const given = fixture("opencode-1.18.33.json");
  const done = DIALECTS["openai-chat"].read(given);
  if (!done.ok) throw new Error(done.error.message);
  expect(DIALECTS["openai-chat"].body(done.document, true)).toEqual(given);
});

it("keeps the form of content: text or a list", () => {
  const part = { type: "text", text: "x" };
  const given = {
    model: "m",
    stop: ["END"],
    messages: [
      { role: "user", content: [part] },
      { role: "tool", tool_call_id: "a", content: [part] },
      { role: "assistant", content: "", tool_calls: [] },
    ],
  };
  const done = DIALECTS["openai-chat"].read(given);
  if (!done.ok) throw new Error(done.error.message);
  expect(DIALECTS["openai-chat"].body(done.document, false)).toEqual(given);
});

it.each([
  [{ previous_response_id: "resp_1" }, "previous_response_id"],
  [{ background: true }, "background"],
  [{ store: true }, "store"],
  [{ tools: [{ type: "code_interpreter" }] }, "tools.0.type"],
  [{ tools: [{ type: "local_shell" }] }, "tools.0.type"],
])("refuses what a provider would store or run: %j", (more, param) => {
  expect(read({ model: "m", input: "Hi.", ...more })).toMatchObject({
    ok: false,
    error: { status: 400, param },
  });
});

it.each<["openai-chat" | "anthropic-messages", JsonObject, string | null]>([
  ["openai-chat", { web_search_options: {} }, "web_search_options"],
  ["openai-chat", { web_search_options: null }, null],
  ["openai-chat", { tools: [{ type: "browser_search" }] }, "tools.0.type"],
  ["openai-chat", { store: true }, "store"],
  ["openai-chat", { store: false }, null],
  ["openai-chat", { models: ["dear"] }, "models"],
  ["openai-chat", { models: "dear" }, "models"],
  ["openai-chat", { fallbacks: [{ model: "dear" }] }, "fallbacks"],
  ["openai-chat", { plugins: [{ id: "web" }] }, "plugins"],
  ["openai-chat", { preset: "@preset/dear" }, "preset"],
  ["openai-chat", { models: [], fallbacks: null, plugins: [], preset: null }, null],
  ["openai-chat", { functions: [{ name: "look" }] }, "functions"],
  ["anthropic-messages", { fallbacks: [{ model: "dear" }] }, "fallbacks"],
  [
    "anthropic-messages",
    { tools: [{ type: "web_search_20250305", name: "web_search" }] },
    "tools.0.type",
  ],
  [
    "anthropic-messages",
    { tools: [{ type: "mcp_toolset", mcp_server_name: "x" }] },
    "tools.0.type",
  ],
  ["anthropic-messages", { mcp_servers: [{ type: "url", name: "x" }] }, "mcp_servers"],
  [
    "anthropic-messages",
    { mcp_servers: [], tools: [{ type: "bash_20250124", name: "bash" }, { name: "look" }] },
    null,
  ],
])("%s refuses what would run at the provider, as %j", (name, more, param) => {
  const done = DIALECTS[name].read({
    model: "m",
    max_tokens: 9,
    messages: [{ role: "user", content: "Hi." }],
    ...more,
  });
  expect(done).toMatchObject(
    param === null ? { ok: true } : { ok: false, error: { status: 400, param } },
  );
});

it("writes the call of a custom tool with its text", () => {
  const use = { type: "tool_use", id: "a", name: "apply_patch", input: { input: "*** Begin" } };
  const document = {
    role: "assistant",
    model: "m",
    stopReason: "toolUse",
    content: { ...use, item: { type: "custom_tool_call", id: "ctc_1" } },
  };
  expect(response(document, { id: "1", createdS: 1 })["output"]).toEqual([
    {
      type: "custom_tool_call",
      id: "ctc_1",
      call_id: "a",
      name: "apply_patch",
      input: "*** Begin",
      status: "completed",
    },
  ]);
});

it("is understood by the official SDK, streamed or not", async () => {
  const document = {
    role: "assistant",
    model: "m",
    stopReason: "toolUse",
    content: [
      { type: "text", text: "Hello." },
      { type: "tool_use", id: "a", name: "look", input: { x: 1 } },
      { type: "tool_use", id: "b", name: "look", input: {} },
    ],
  };
  const facts = { id: "1", createdS: 1, usage: { inputTokens: 5, outputTokens: 7 } };
  const request = read({ model: "m", input: "Hi." });
  if (!request.ok) throw new Error(request.error.message);
  const server = createServer((incoming, outgoing) => {
    let text = "";
    incoming.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
    incoming.on("end", () => {
      const isStream = (JSON.parse(text) as JsonObject)["stream"] === true;
      outgoing.setHeader("content-type", isStream ? "text/event-stream" : "application/json");
      const writer = events(request.document, facts);
      const streamed = () =>
        writer.begin(true) + writer.text("Hel") + writer.end(document, facts.usage);
      outgoing.end(isStream ? streamed() : JSON.stringify(response(document, facts)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const client = new OpenAI({ baseURL: `http://127.0.0.1:${port}/v1`, apiKey: "k" });
  const whole = await client.responses.create({ model: "m", input: "Hi." });
  const streamed = await client.responses.stream({ model: "m", input: "Hi." }).finalResponse();
  server.close();
  for (const one of [whole, streamed]) {
    expect(one.output_text).toBe("Hello.");
    expect(one.usage).toMatchObject({ input_tokens: 5, output_tokens: 7, total_tokens: 12 });
    expect(one.output.slice(1)).toMatchObject([
      { type: "function_call", call_id: "a", name: "look", arguments: '{"x":1}' },
      { type: "function_call", call_id: "b", arguments: "{}" },
    ]);
  }
});
