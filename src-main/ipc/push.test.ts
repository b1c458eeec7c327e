import { expect, it, vi } from "vitest";
import type { Change, Push, SentChange } from "#shared/contract/pushes.ts";
import { advance } from "#shared/request/life/advance.ts";
import type { RequestEvent } from "#shared/request/life/event.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { FakeClock, FakeMedia, FakeServer, plainHasher } from "../core/testing/fakes.ts";
import { intake } from "../core/desk/intake.ts";
import { Pusher } from "./push.ts";
import type { PushTarget } from "./push.ts";

const to = (take: (pushes: Push[]) => void): PushTarget => ({
  window: { webContents: { send: (_channel, text) => take(JSON.parse(text) as Push[]) } },
});

const RECEIVED: RequestEvent = intake(
  "s",
  new FakeServer().request({ messages: [], maxTokens: 1 }),
  {},
  { media: new FakeMedia(), hasher: plainHasher, clock: new FakeClock() },
).event;

const desk = (refusedSince: number): SentChange => ({
  kind: "set",
  key: "desk",
  value: {
    masterSwitch: "review",
    switchedAtMs: 0,
    refusedSince,
    ruledSince: 0,
    ledgerTrouble: null,
    forgotten: 0,
  },
});
const piece = (attemptId: string, text: string): Extract<Change, { kind: "stream" }> => ({
  kind: "stream",
  requestId: "s",
  attemptId,
  pieces: [{ block: 0, kind: "text", text }],
  outputTokens: 1,
  elapsedMs: 1,
});

it("sends the latest state of each thing once a turn, numbered in order", async () => {
  const sent: Push[] = [];
  const pusher = new Pusher(to((pushes) => sent.push(...pushes)));
  pusher.push(desk(1));
  pusher.push({ kind: "request-removed", id: "a" });
  pusher.push(desk(2));
  await Promise.resolve();
  expect(sent).toEqual([
    { version: 1, change: desk(2) },
    { version: 2, change: { kind: "request-removed", id: "a" } },
  ]);
});

it("sends a burst together at the end of the frame, and the next one at once again", async () => {
  vi.useFakeTimers();
  const sent: Push[][] = [];
  const pusher = new Pusher(to((pushes) => sent.push(pushes)));
  for (const id of ["a", "b", "c"]) {
    pusher.push({ kind: "request-removed", id });
    await Promise.resolve();
  }
  expect(sent.map((pushes) => pushes.length)).toEqual([1]);
  vi.advanceTimersByTime(16);
  expect(sent.map((pushes) => pushes.length)).toEqual([1, 2]);
  vi.advanceTimersByTime(16);
  pusher.push({ kind: "request-removed", id: "d" });
  await Promise.resolve();
  expect(sent.map((pushes) => pushes.map(({ version }) => version))).toEqual([[1], [2, 3], [4]]);
  vi.useRealTimers();
});

it("sends only the changes of a request, or instead that it was removed", async () => {
  const sent: Push[] = [];
  const pusher = new Pusher(to((pushes) => sent.push(...pushes)));
  const told = (): SentChange[] => sent.splice(0).map(({ change }) => change);
  const { request: first } = advance(null, RECEIVED) ?? {};
  if (first === undefined) throw new Error("not begun");
  let now: HeldRequest | undefined = first;
  pusher.request("s", () => now);
  await Promise.resolve();
  expect(told()).toMatchObject([{ kind: "request-patch", id: "s", whole: true }]);
  now = { ...first, revision: 1 };
  expect(pusher.settle([now])).toBe(1);
  now = { ...first, revision: 2 };
  pusher.request("s", () => now);
  pusher.settle([now]);
  expect(told()).toMatchObject([{ whole: false, set: [[["revision"], 2]] }]);
  pusher.request("s", () => now);
  pusher.requestRemoved("s");
  pusher.settle([]);
  expect(told()).toEqual([{ kind: "request-removed", id: "s" }]);
  pusher.request("s", () => now);
  pusher.settle([]);
  expect(told()).toMatchObject([{ whole: true }]);
  now = undefined;
  pusher.request("s", () => now);
  pusher.settle([]);
  expect(told()).toEqual([]);
});

it("sends streamed text once a frame, all of it, and none of what has ended", () => {
  vi.useFakeTimers();
  const sent: Push[] = [];
  const pusher = new Pusher(to((pushes) => sent.push(...pushes)));
  const over = new Set<string>();
  const stream = (attemptId: string, text: string): void =>
    pusher.stream(piece(attemptId, text), () => !over.has(attemptId));
  const texts = (): SentChange[] => sent.splice(0).map(({ change }) => change);
  pusher.push(desk(1));
  pusher.settle([]);
  sent.length = 0;
  stream("a1", "Pa");
  stream("a2", "Rome");
  stream("a1", "ris");
  expect(texts()).toEqual([]);
  vi.advanceTimersByTime(16);
  expect(texts()).toEqual([piece("a1", "Paris"), piece("a2", "Rome")]);
  stream("a1", "bon");
  stream("a2", "!");
  over.add("a1");
  vi.advanceTimersByTime(16);
  expect(texts()).toEqual([piece("a2", "!")]);
  vi.useRealTimers();
});

it("gives a snapshot the version of the last change that it holds", () => {
  const sent: Push[] = [];
  const pusher = new Pusher(to((pushes) => sent.push(...pushes)));
  pusher.push(desk(1));
  pusher.stream(piece("a1", "Pa"), () => true);
  expect(pusher.settle([])).toBe(2);
  expect(sent.map((p) => p.version)).toEqual([1, 2]);
});
