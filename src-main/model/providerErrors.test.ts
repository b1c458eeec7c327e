// What a provider answers in place of a response comes to the program: at the real adapters, in the words of its dialect.
import { expect, it } from "vitest";
import type { DialectName } from "../../src-shared/dialects/dialect.ts";
import { refusalForFailure } from "../../src-shared/dialects/failureRefusal.ts";
import { refusalOf } from "../../src-shared/dialects/refusals.ts";
import { DIALECTS } from "../../src-shared/dialects/registry.ts";
import type { Json, JsonObject } from "../../src-shared/json.ts";
import { settlementOf } from "../../src-shared/sampling/checks/wire.ts";
import { FAMILIES } from "./testing/wire/families.ts";
import { askFamily } from "./testing/wireHarness.ts";

const OVERLOADED = '{ "type":"error","error":{"type":"overloaded_error","message":"Overloaded"} }';
const LIMITED =
  '{"error":{"message":"Slow down","type":"requests","param":null,"code":"rate_limit_exceeded"}}';

const ASKED: Record<string, JsonObject> = {
  "anthropic-messages": { model: "m", max_tokens: 9, messages: [{ role: "user", content: "Hi." }] },
  "openai-chat": { model: "m", messages: [{ role: "user", content: "Hi." }] },
};

async function refusalFrom(
  name: string,
  dialect: DialectName,
  status: number,
  body: string,
  contentType = "application/json",
) {
  const family = FAMILIES[name];
  const read = DIALECTS[dialect].read(ASKED[dialect] as Json);
  if (family === undefined || !read.ok) throw new Error(name);
  const { result } = await askFamily(family, read.document, (_seen, response) => {
    response.writeHead(status, { "content-type": contentType, "retry-after": "7" });
    response.end(body);
  });
  if (result.kind !== "failed") throw new Error(result.kind);
  const settlement = settlementOf(refusalForFailure(result.failure));
  if (settlement.kind !== "error") throw new Error(settlement.kind);
  return refusalOf(settlement);
}

it.each<[string, DialectName, number, string]>([
  ["anthropic", "anthropic-messages", 529, OVERLOADED],
  ["anthropic", "anthropic-messages", 500, "<html>broken</html>"],
  ["openai-compatible", "openai-chat", 429, LIMITED],
])("%s: status, body and retry-after as they came, in its own dialect", async (...asked) => {
  const [, , status, body] = asked;
  expect(await refusalFrom(...asked)).toMatchObject({
    status,
    provider: { body, retryAfter: "7" },
  });
});

it("in another dialect, the provider's words and status in its shape", async () => {
  const refusal = await refusalFrom("anthropic", "openai-chat", 529, OVERLOADED);
  expect(refusal.provider).not.toHaveProperty("body");
  expect(refusal.provider).toMatchObject({ retryAfter: "7" });
  expect(refusal.status).toBe(529);
  expect(DIALECTS["openai-chat"].error(refusal)).toEqual({
    error: { message: "Overloaded", type: "server_error", param: null, code: "overloaded_error" },
  });
});

it("an error inside a stream has the provider's words, type and status", async () => {
  const event = `event: error\ndata: ${OVERLOADED}\n\n`;
  const refusal = await refusalFrom(
    ...(["anthropic", "anthropic-messages", 200, event, "text/event-stream"] as const),
  );
  expect(refusal).toMatchObject({ status: 529, message: "Overloaded", type: "overloaded_error" });
});
