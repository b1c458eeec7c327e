import { expect, it } from "vitest";
import type { DialectName } from "../../dialects/dialect.ts";
import type { JsonObject } from "../../json.ts";
import { LIMITS } from "../../policy/limits/limits.ts";
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
    ...{ severity: "error", code: "not-in-dialect", path: [name], detail: name },
  }));
  expect(completion.checkRequest({ ...document, ...more }, null, [], "")).toEqual(flags);
});
