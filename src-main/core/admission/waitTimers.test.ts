// The longest wait for the user: refuses in time, never approves, starts again at each gate.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { AllLimits } from "#shared/rules/limits/limits.ts";
import { noLimits } from "#shared/rules/limits/limits.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import { decideAt, deskFor, requestAt } from "../testing/deskFor.ts";
import type { Incoming } from "../ports.ts";
import { textResponse, GENEROUS_POLICY } from "../testing/fakes.ts";
import { waitRefusal } from "./limits.ts";

const document: RequestDocument = {
  messages: [{ role: "user", content: { type: "text", text: "x" } }],
  maxTokens: 5,
};
const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

function open(waitMs: number | null, all: Partial<AllLimits> = {}) {
  let id = 0;
  const { ledger, generator, server, desk } = deskFor({
    clock: { nowMs: () => Date.now(), newId: () => `id${(id += 1)}` },
    limits: {
      ofAll: () => ({ ...noLimits, ...all }),
      spent: () => null,
    },
  });
  const policy = { ...GENEROUS_POLICY, limits: { ...GENEROUS_POLICY.limits, waitMs } };
  const ask = (over: Partial<Incoming> = {}) =>
    desk.receive(server.request(document as never, { policy, ...over })).requestId;
  const get = (requestId: string) => requestAt(desk, requestId);
  const model = { providerId: "p", modelId: "m" };
  const approve = (requestId: string) =>
    decideAt(desk, requestId, { kind: "approve-request", document, model });
  return { desk, ledger, server, generator, ask, get, approve };
}

it("refuses what nobody decided in time, with its own code, and tells the deadline", async () => {
  const { ask, get, server, ledger } = open(10 * MINUTE);
  const id = ask();
  expect(get(id).waits).toEqual({
    atMs: 1_000_000 + 10 * MINUTE,
    totalMs: 10 * MINUTE,
    scope: "server",
  });
  await vi.advanceTimersByTimeAsync(10 * MINUTE - 1);
  expect(get(id).phase.kind).toBe("request");
  await vi.advanceTimersByTimeAsync(1);
  expect(get(id).phase).toMatchObject({
    ending: { kind: "refused", by: { kind: "desk" }, refusal: { reason: "waited-too-long" } },
  });
  expect(get(id).waits).toBeUndefined();
  expect(server.heard).toEqual([
    {
      kind: "error",
      code: -32051,
      message: "Nobody at the client decided in time",
      data: { reason: "waited-too-long", limit: 10 * MINUTE },
    },
  ]);
  expect(ledger.kinds()).toEqual(["received", "refused"]);
});

it("stops while a model works, and starts again with the response", async () => {
  const { ask, get, approve, generator, server } = open(MINUTE);
  const id = ask();
  await vi.advanceTimersByTimeAsync(50_000);
  expect(approve(id).ok).toBe(true);
  expect(get(id).waits).toBeUndefined();
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  expect(get(id).phase.kind).toBe("response");
  generator.answer({ kind: "done", generated: textResponse("a"), tookMs: 1 });
  await vi.advanceTimersByTimeAsync(0);
  expect(get(id).waits?.atMs).toBe(Date.now() + MINUTE);
  await vi.advanceTimersByTimeAsync(MINUTE);
  // An existing response is not sent either.
  expect(get(id).phase).toMatchObject({ ending: { refusal: { reason: "waited-too-long" } } });
  expect(server.heard).toMatchObject([{ kind: "error", code: -32051 }]);
});

it("expires exactly at its deadline, and only where it runs", () => {
  const { ask, get } = open(MINUTE);
  const request = get(ask());
  const atMs = Date.now() + MINUTE;
  expect(waitRefusal(request, atMs - 1)).toBeNull();
  for (const now of [atMs, atMs + 1]) {
    expect(waitRefusal(request, now)).toMatchObject({ reason: "waited-too-long" });
  }
  const { waits: _, ...decided } = request;
  expect(waitRefusal(decided, atMs)).toBeNull();
  expect(waitRefusal(undefined, atMs)).toBeNull();
});

it("follows the wall clock: what expired while the machine slept is refused once it wakes", async () => {
  const { ask, get } = open(60 * MINUTE);
  const id = ask();
  await vi.advanceTimersByTimeAsync(MINUTE);
  // Timers pause during sleep; the clock does not.
  vi.setSystemTime(Date.now() + 8 * 60 * MINUTE);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(get(id).phase.kind).toBe("ended");
});

it("takes the stricter of the server's deadline and the shared one, and says whose it was", async () => {
  const { ask, get } = open(10 * MINUTE, { waitMs: MINUTE });
  const id = ask();
  expect(get(id).waits).toMatchObject({ totalMs: MINUTE, scope: "all" });
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(get(id).phase).toMatchObject({ ending: { refusal: { figures: { scope: "all" } } } });
});

it("ignores requests without a deadline, and those that the user runs again", async () => {
  const none = open(null);
  const waiting = none.ask();
  const again = open(MINUTE);
  const replayed = again.ask({ reply: { kind: "replay", of: null } });
  await vi.advanceTimersByTimeAsync(24 * 60 * MINUTE);
  expect(none.get(waiting).phase.kind).toBe("request");
  expect(again.get(replayed).phase.kind).toBe("request");
});

it("refuses a thousand at once, each exactly once", async () => {
  const { ask, desk, server } = open(MINUTE);
  for (let i = 0; i < 1000; i += 1) ask();
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect(server.heard).toHaveLength(1000);
  expect(desk.openCount()).toBe(0);
});
