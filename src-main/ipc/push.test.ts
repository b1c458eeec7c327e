import { expect, it, vi } from "vitest";
import type { Change, Push, Told } from "../../src-shared/ipc/contract.ts";
import { Pusher } from "./push.ts";

const desk = (refusedSince: number): Told => ({
  kind: "desk",
  desk: {
    masterSwitch: "review",
    switchedAtMs: 0,
    refusedSince,
    ledgerTrouble: null,
    forgotten: 0,
  },
});
const stream = (attemptId: string, text: string): Extract<Change, { kind: "stream" }> => ({
  kind: "stream",
  sampleId: "s",
  attemptId,
  pieces: [{ block: 0, kind: "text", text }],
  outputTokens: 1,
  elapsedMs: 1,
});

it("sends the latest state of a thing once a turn, numbered in order", async () => {
  const sent: Push[] = [];
  const pusher = new Pusher((pushes) => sent.push(...pushes));
  pusher.push(desk(1));
  pusher.push({ kind: "sample-removed", id: "a" });
  pusher.push(desk(2));
  await Promise.resolve();
  expect(sent).toEqual([
    { version: 1, change: desk(2) },
    { version: 2, change: { kind: "sample-removed", id: "a" } },
  ]);
});

it("sends a burst together at the end of the frame, and the next one at once again", async () => {
  vi.useFakeTimers();
  const sent: Push[][] = [];
  const pusher = new Pusher((pushes) => sent.push(pushes));
  for (const id of ["a", "b", "c"]) {
    pusher.push({ kind: "sample-removed", id });
    await Promise.resolve();
  }
  expect(sent.map((pushes) => pushes.length)).toEqual([1]);
  vi.advanceTimersByTime(16);
  expect(sent.map((pushes) => pushes.length)).toEqual([1, 2]);
  vi.advanceTimersByTime(16);
  pusher.push({ kind: "sample-removed", id: "d" });
  await Promise.resolve();
  expect(sent.map((pushes) => pushes.map(({ version }) => version))).toEqual([[1], [2, 3], [4]]);
  vi.useRealTimers();
});

it("lets what a person waits for go at once within a frame, but not a flood of it", async () => {
  vi.useFakeTimers();
  const sent: Push[][] = [];
  const pusher = new Pusher((pushes) => sent.push(pushes));
  for (const id of ["a", "b", "c", "d", "e"]) {
    pusher.push({ kind: "sample-removed", id });
    pusher.hurry();
    await Promise.resolve();
  }
  expect(sent.map((pushes) => pushes.map(({ version }) => version))).toEqual([[1], [2], [3]]);
  vi.advanceTimersByTime(16);
  expect(sent.at(-1)?.map(({ version }) => version)).toEqual([4, 5]);
  pusher.hurry();
  await Promise.resolve();
  expect(sent).toHaveLength(4);
  vi.useRealTimers();
});

it("gives a snapshot the version of the last change that it holds", () => {
  const sent: Push[] = [];
  const pusher = new Pusher((pushes) => sent.push(...pushes));
  pusher.push(desk(1));
  pusher.stream(stream("a1", "Pa"));
  expect(pusher.settle()).toBe(2);
  expect(sent.map((p) => p.version)).toEqual([1, 2]);
});

it("sends the first streamed text at once, gathers what follows and loses none", () => {
  vi.useFakeTimers();
  const sent: Push[] = [];
  const pusher = new Pusher((pushes) => sent.push(...pushes));
  const texts = (): Told[] => sent.splice(0).map((p) => p.change);
  pusher.stream(stream("a1", "Lis"));
  expect(texts()).toEqual([stream("a1", "Lis")]);
  pusher.stream(stream("a1", "Pa"));
  pusher.stream(stream("a2", "Rome"));
  pusher.stream(stream("a1", "ris"));
  vi.advanceTimersByTime(32);
  expect(texts()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([stream("a1", "Paris"), stream("a2", "Rome")]);
  pusher.stream(stream("a1", "bon"));
  pusher.settle();
  expect(texts()).toEqual([stream("a1", "bon")]);
  vi.advanceTimersByTime(100);
  expect(texts()).toEqual([]);
  pusher.stream(stream("a1", "Oslo"));
  expect(texts()).toEqual([stream("a1", "Oslo")]);
  vi.useRealTimers();
});
