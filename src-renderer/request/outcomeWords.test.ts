// The card of an ended request never claims more than is known of what the server got.
import { expect, it } from "vitest";
import { permissionRuleId } from "#shared/rules/standingPermission.ts";
import type { Attempt, Ending, ReplyPath, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { refusalFor } from "#shared/request/checks/wire.ts";
import { DIALECTS } from "#shared/dialects/registry.ts";
import { rejectOf } from "#gate/frame/decision.ts";
import { t } from "#words/index.ts";
import { endingWords } from "./outcomeWords.ts";
import { sentEvents, sentMessage } from "./sentMessage.ts";

const by = { kind: "person" } as const;
const REFUSAL = { kind: "reject", hash: "", tells: "program" } as const;
const rejected: Ending = { kind: "rejected", gate: 1, by, noteSent: false };
const refused: Ending = { kind: "refused", gate: 1, by, refusal: refusalFor("rate-limited") };
const quit: Ending = { kind: "cancelled", because: { kind: "quit" } };
const requestOf = (
  ending: Ending,
  reply: ReplyPath = { kind: "pushed", requestId: 7 },
): HeldRequest =>
  ({
    reply,
    requester: { name: "notes" },
    timeline: [],
    attempts: [],
    phase: { kind: "ended", atMs: 1, ending },
  }) as unknown as HeldRequest;
const said = (ending: Ending, reply?: ReplyPath): string => {
  const { sent, quote } = endingWords(t, requestOf(ending, reply), ending);
  return `${sent} ${quote}`;
};

it.each([
  [rejected, "error −1"],
  [refused, "error −32065"],
  [quit, "error −32064"],
] as const)("tells whether the error was delivered: %o", (ending, what) => {
  expect(said({ ...ending, delivery: { kind: "delivered" } })).toMatch(`“notes” got ${what}`);
  const failed = { ...ending, delivery: { kind: "failed", detail: "HTTP 500" } } as const;
  expect(said(failed)).toMatch(`“notes” didn’t get ${what} and may still be waiting. HTTP 500`);
  expect(sentMessage(requestOf(failed), null)).toBeNull();
  expect(said({ ...ending, delivery: { kind: "unknown" } })).toMatch(
    `while “notes” was being sent ${what}: it’s unknown whether it arrived.`,
  );
  // Older rows do not record it, and it is not known at once.
  expect(said(ending)).toMatch(`“notes” was sent ${what}, but its delivery isn’t confirmed.`);
});

it("says of a failed task that its error can be fetched, until it was", () => {
  const task: ReplyPath = { kind: "task", requestId: 7, taskId: "t" };
  for (const ending of [rejected, refused]) {
    expect(said(ending, task)).toContain("when it fetches the response");
    expect(said({ ...ending, delivery: { kind: "delivered" } }, task)).toMatch(
      /^“notes” got error/,
    );
  }
});

it("says nothing definite about an unsent response", () => {
  const ending = { kind: "undeliverable", detail: "HTTP 500", by } as unknown as Ending;
  expect(said(ending)).not.toContain("got nothing");
});

it("names what a program got: an HTTP status and its code, never a protocol's error", () => {
  const http: ReplyPath = {
    kind: "http",
    dialect: "openai-chat",
    id: "1",
    createdS: 1,
    stream: false,
  };
  const delivery = { kind: "delivered" } as const;
  expect(said({ ...rejected, delivery }, http)).toBe("“notes” got HTTP 403, user_rejected. ");
  const noted = { ...rejected, note: "Not today.", noteSent: true, delivery };
  expect(said(noted, http)).toBe("“notes” got HTTP 403, user_rejected with the reason: Not today.");
  expect(said({ ...refused, delivery }, http)).toMatch(/^“notes” got HTTP 429, limit_exceeded: /);
  expect(said({ ...quit, delivery }, http)).toMatch(/^“notes” got HTTP 503, closing: /);
  expect(said(rejected, http)).toMatch(
    "“notes” was sent HTTP 403, user_rejected, but its delivery isn’t confirmed.",
  );
});

it("says that a rejection ended the program's stream where it had begun, and shows that event", () => {
  const http: ReplyPath = {
    kind: "http",
    dialect: "openai-chat",
    id: "1",
    createdS: 1,
    stream: true,
  };
  const told = { ...rejected, note: "Not today.", noteSent: true } as const;
  const inStream = { ...told, delivery: { kind: "delivered", stream: { begun: true } } } as const;
  expect(said(inStream, http)).toBe(
    "“notes” got the error user_rejected at the end of its stream with the reason: Not today.",
  );
  const asked = DIALECTS["openai-chat"].read({ model: "m", messages: [{ role: "user" }] });
  if (!asked.ok) throw new Error(asked.error.message);
  const proposed = asked.document;
  expect(sentEvents({ ...requestOf(inStream, http), proposed })).toMatch(
    /^data: {"error":.*user_rejected.*\n\n$/,
  );
  // Before the first keep-alive it was HTTP 403 still.
  const early = { ...told, delivery: { kind: "delivered" } } as const;
  expect(said(early, http)).toBe("“notes” got HTTP 403, user_rejected with the reason: Not today.");
  expect(sentEvents({ ...requestOf(early, http), proposed })).toBeNull();
  expect(said(rejected, http)).toMatch("“notes” was sent error user_rejected, but");
  const form = rejectOf(t, requestOf(rejected, http), REFUSAL, {} as never);
  expect(form.effect).toBe("The program’s stream ends with the error “User rejected the request”.");
});

it("doesn't claim that nothing was sent of a stream that Countersign's end cut off", () => {
  const http: ReplyPath = {
    kind: "http",
    dialect: "openai-chat",
    id: "1",
    createdS: 1,
    stream: true,
  };
  const ending: Ending = { kind: "cancelled", because: { kind: "interrupted" } };
  const failed = { failure: { kind: "model-desk-ended" }, tookMs: 0 };
  const attempt = {
    by: { kind: "rule", name: "agent", id: permissionRuleId("p") },
    state: { kind: "failed", ...failed },
  } as Attempt;
  const request = { ...requestOf(ending, http), attempts: [attempt] };
  expect(endingWords(t, request, ending).sent).toBe("Part of the response may have been sent.");
  expect(said(ending, http)).toBe("Nothing was sent. ");
});
