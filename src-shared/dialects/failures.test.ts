// The exact bytes by which a program learns that its request failed: those that every client measured reads as a failure,
// with its words (docs/endpoint.md).
import { expect, it } from "vitest";
import type { DialectError, DialectName } from "./dialect.ts";
import { DIALECTS } from "./registry.ts";

const REJECTED: DialectError = { status: 403, code: "user_rejected", message: "User rejected it" };
const FAILED: DialectError = { status: 502, code: "generation_failed", message: "Broke off." };
const OWN: DialectError = { ...FAILED, status: 429, code: "slow", type: "slow_down", param: "n" };

const openai = ({ code, message, param }: DialectError, type: string) => ({
  error: { message, type, param: param ?? null, code },
});
const anthropic = ({ code, message }: DialectError, type: string) => ({
  type: "error",
  error: { type, message, code },
});
const INVALID = "invalid_request_error";

type Case = [name: DialectName, error: DialectError, body: object];
const CASES: Case[] = [
  ...(["openai-chat", "openai-responses"] as const).flatMap((name): Case[] => [
    [name, REJECTED, openai(REJECTED, INVALID)],
    [name, FAILED, openai(FAILED, "server_error")],
    [name, OWN, openai(OWN, "slow_down")],
  ]),
  ["anthropic-messages", REJECTED, anthropic(REJECTED, INVALID)],
  ["anthropic-messages", FAILED, anthropic(FAILED, "api_error")],
  ["anthropic-messages", OWN, anthropic(OWN, "slow_down")],
];

it.each(CASES)("%s says it as a body and as the end of a stream: %j", (name, error, body) => {
  const dialect = DIALECTS[name];
  expect(dialect.error(error)).toEqual(body);
  const request = { messages: [], completion: { dialect: name, model: "m", fields: {} } };
  const facts = { id: "1", createdS: 1 };
  const said = JSON.stringify(body);
  for (const begun of [false, true]) {
    const writer = dialect.events(request, facts);
    if (begun) writer.text("Hello");
    const got = writer.fail(error);
    if (name === "openai-chat") expect(got).toBe(`data: ${said}\n\n`);
    else if (name === "anthropic-messages") expect(got).toBe(`event: error\ndata: ${said}\n\n`);
    else {
      // The first event has its words in both forms; an `error` field in any event ends the official SDKs' streams.
      const sequence = begun ? 3 : 0;
      const { code, message } = error;
      const param = error.param ?? null;
      const first = { type: "error", sequence_number: sequence, code, message, param, ...body };
      const [one = "", two = "", ...rest] = got.split("\n\n");
      expect(one).toBe(`event: error\ndata: ${JSON.stringify(first)}`);
      expect(two.startsWith("event: response.failed\ndata: ")).toBe(true);
      expect(JSON.parse(two.slice(two.indexOf("{")))).toMatchObject({
        type: "response.failed",
        sequence_number: sequence + 1,
        response: { status: "failed", error: { code, message } },
      });
      expect(rest).toEqual([""]);
    }
  }
});

it("reads as failed authentication only where the program's token is at fault", () => {
  for (const dialect of Object.values(DIALECTS))
    for (const status of [400, 401, 403, 404, 405, 413, 422, 429, 500, 502, 503, 504, 529]) {
      const said = JSON.stringify(dialect.error({ status, code: "x", message: "y" }));
      expect(/authentication|permission/.test(said), `${dialect.name} ${status}`).toBe(
        status === 401,
      );
    }
});
