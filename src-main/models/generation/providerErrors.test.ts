// What a provider answers in place of a response comes to the program: at the real adapters, in the words of its dialect.
import { APICallError } from "@ai-sdk/provider";
import { expect, it } from "vitest";
import type { DialectName } from "#shared/dialects/dialect.ts";
import { providerError } from "#shared/dialects/providerError.ts";
import { refusalForFailure } from "#shared/dialects/failureRefusal.ts";
import { refusalOf } from "#shared/dialects/refusals.ts";
import { DIALECTS } from "#shared/dialects/registry.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import { settlementOf } from "#shared/request/checks/wire.ts";
import { failureOf, saidBy } from "./failures.ts";
import { FAMILIES } from "../testing/wire/families.ts";
import { askFamily } from "../testing/wireHarness.ts";

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

const CHUNK = `data: ${JSON.stringify({ id: "x", created: 1, model: "m", choices: [{ index: 0, delta: { role: "assistant" } }] })}\n\n`;

it.each<[string, DialectName, string, number, object]>([
  // At its start, where the adapter makes up a status, and later.
  ...[
    "",
    'event: message_start\ndata: {"type":"message_start","message":{"id":"m","model":"m"}}\n\n',
  ].flatMap((before): [string, DialectName, string, number, object][] => [
    [
      ...(["anthropic", "anthropic-messages"] as const),
      `${before}event: error\ndata: ${OVERLOADED}\n\n`,
      529,
      { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
    ],
    [
      ...(["anthropic", "anthropic-messages"] as const),
      `${before}event: error\ndata: {"type":"error","error":"gone"}\n\n`,
      500,
      { type: "error", error: { type: "api_error", message: "gone" } },
    ],
  ]),
  ...["", CHUNK].flatMap((before): [string, DialectName, string, number, object][] => [
    [
      ...(["openai-compatible", "openai-chat"] as const),
      `${before}data: ${LIMITED}\n\n`,
      429,
      { error: { message: "Slow down", type: "requests", code: "rate_limit_exceeded" } },
    ],
    [
      ...(["openai-compatible", "openai-chat"] as const),
      `${before}data: {"error":{"message":"gone","type":"own_type","code":"own_code"}}\n\n`,
      502,
      { error: { message: "gone", type: "own_type", code: "own_code" } },
    ],
    [
      ...(["openai-compatible", "openai-chat"] as const),
      `${before}data: {"error":"gone"}\n\n`,
      502,
      { error: { message: "gone" } },
    ],
    [
      ...(["openai-compatible", "openai-chat"] as const),
      `${before}data: {"error":{"error":{"message":"gone","code":504}}}\n\n`,
      504,
      { error: { message: "gone", code: 504 } },
    ],
  ]),
])(
  "%s: an error inside a stream is one of the dialect's: %#",
  async (name, dialect, stream, status, body) => {
    const refusal = await refusalFrom(name, dialect, 200, stream, "text/event-stream");
    expect({
      status: refusal.status,
      body: JSON.parse(refusal.provider?.body ?? "") as unknown,
    }).toEqual({ status, body });
  },
);

it.each([
  [200, "rate limited", "text/plain", "rate limited"],
  [200, '{"id":"x","choices":[]}', "application/json", "this is no event stream"],
])("HTTP %s, %j: says what came", async (status, body, type, words) => {
  for (const [family, dialect] of [
    ["openai-compatible", "openai-chat"],
    ["anthropic", "anthropic-messages"],
  ] as const) {
    const refusal = await refusalFrom(family, dialect, status, body, type);
    expect(refusal.message).toContain(words);
  }
});

it("says which status came without a word", () => {
  const error = new APICallError({
    message: "",
    url: "",
    requestBodyValues: {},
    statusCode: 500,
    responseBody: "",
  });
  const said = saidBy(error, failureOf(error, "m"), "openai-chat");
  expect(said).toEqual({ status: 500, message: "HTTP 500 without a readable body" });
});

it("waits as long as a provider says that names milliseconds", async () => {
  const said = (headers: Record<string, string>) => providerError(429, "", "", headers).retryAfter;
  expect(said({ "retry-after-ms": "1500" })).toBe("2");
  expect(
    said({ "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT", "retry-after-ms": "1500" }),
  ).toMatch(/^Wed/);
  expect(said({ "retry-after-ms": "soon" })).toBeUndefined();
});
