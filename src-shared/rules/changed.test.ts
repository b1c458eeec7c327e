// What a rule changes in a request, up to the body that leaves.
import { expect, it } from "vitest";
import type { DialectName } from "../dialects/dialect.ts";
import { DIALECTS } from "../dialects/registry.ts";
import type { JsonObject } from "../json.ts";
import type { RequestDocument } from "../request/document/message.ts";
import { changed } from "./changed.ts";

const messages = [{ role: "user", content: "Hi." }];

it.each<[DialectName, JsonObject, string]>([
  ["openai-chat", { model: "m", messages }, "max_completion_tokens"],
  ["openai-chat", { model: "m", messages, max_tokens: null }, "max_completion_tokens"],
  ["openai-chat", { model: "m", messages, max_tokens: 500 }, "max_tokens"],
  ["anthropic-messages", { model: "m", messages, max_tokens: 500 }, "max_tokens"],
  ["openai-responses", { model: "m", input: "Hi." }, "max_output_tokens"],
])(
  "lowers the token limit of a request in %s, and sets it in one without: %j",
  (name, body, field) => {
    const read = DIALECTS[name].read(body);
    if (!read.ok) throw new Error(read.error.message);
    const document = changed(read.document, { maxTokens: 100 });
    expect(document.maxTokens).toBe(100);
    expect(DIALECTS[name].body(document as typeof read.document, false)).toMatchObject({
      [field]: 100,
    });
    expect(changed(document, { maxTokens: 200 })).toBe(document);
  },
);

it("sets none in a request that no model gets", () => {
  const call: RequestDocument = { messages: [], name: "tool", arguments: {} };
  expect(changed(call, { maxTokens: 100 })).toBe(call);
});
