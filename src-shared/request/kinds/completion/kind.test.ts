import { expect, it } from "vitest";
import type { DialectName } from "../../../dialects/dialect.ts";
import type { Json, JsonObject } from "../../../json.ts";
import type { Block } from "../../document/message.ts";
import { LIMITS } from "../../../rules/limits/limits.ts";
import { completion } from "./kind.ts";

it("words refusals for a program, one request or many", () => {
  const wordsOf = (message: string) =>
    completion.settlementFor?.({ kind: "error", code: -32_065, message });
  expect(wordsOf(LIMITS.perMinute.reached.message)).toMatchObject({
    message: "Too many requests within a minute",
  });
  expect(wordsOf("User rejected sampling request")).toMatchObject({
    message: "User rejected the request",
  });
});

it.each<[DialectName, JsonObject, string[]]>([
  ["openai-responses", { stopSequences: ["END"] }, ["stopSequences"]],
  ["openai-chat", { stopSequences: ["END"] }, []],
  ["anthropic-messages", { stopSequences: ["END"], metadata: { a: 1 } }, ["metadata"]],
])("a field that a body of %s can't have stops the approval: %j", (dialect, more, names) => {
  const messages = [{ role: "user", content: [{ type: "text", text: "Hi." }] }];
  const document = { messages, maxTokens: 9, completion: { dialect, model: "m", fields: {} } };
  const flags = names.map((name) => ({
    severity: "error",
    code: "not-in-dialect",
    path: [name],
    detail: name,
  }));
  expect(completion.checkRequest({ ...document, ...more }, null, [], "")).toEqual(flags);
});

it("a response with a call whose arguments are no object can't be approved", () => {
  const call = (input: Json) => ({ type: "tool_use", id: "a", name: "w", input });
  const flags = (content: Block | Block[]) =>
    completion.checkResponse({ role: "assistant", model: "m", content }, null, {} as never);
  for (const input of ['{"a":1', "", "null", null, [], 7]) {
    expect(flags(call(input))).toMatchObject([
      { severity: "error", code: "tool-input-not-object", path: ["content", "input"] },
    ]);
    expect(flags([call({}), call(input)])).toMatchObject([{ path: ["content", 1, "input"] }]);
  }
  expect(flags(call({ a: 1 }))).toEqual([]);
});

it("belongs to the session that the request itself names, and to none otherwise", () => {
  const id = "436d8824-6f1e-4114-9d68-aae1fb4e7560";
  const claude = (user: unknown): JsonObject => ({
    metadata: { user_id: typeof user === "string" ? user : JSON.stringify(user) },
  });
  const rows: [JsonObject, string | null][] = [
    [claude({ device_id: "5a", account_uuid: "", session_id: id }), id],
    [{ prompt_cache_key: "x", client_metadata: { session_id: id, turn_id: "t" } }, id],
    // A key for a cache is no session.
    [{ prompt_cache_key: id }, null],
    [claude(`user_x_session_${id}`), null],
    [claude("{"), null],
    [claude({ session_id: 7 }), null],
    [claude({ session_id: "" }), null],
    [claude({ session_id: "x".repeat(201) }), null],
    [{ metadata: id, client_metadata: [id] }, null],
    [{}, null],
  ];
  const messages = [{ role: "user", content: [{ type: "text", text: "Hi." }] }];
  for (const [fields, session] of rows) {
    const named = { dialect: "anthropic-messages", model: "m", fields };
    const document = { messages, maxTokens: 9, completion: named } as never;
    expect([fields, completion.facts(document).session]).toEqual([fields, session]);
  }
  expect(completion.facts(null).session).toBeNull();
});
