import { expect, it, vi } from "vitest";
import type { Change, Push, Told } from "../../src-shared/ipc/pushes.ts";
import { Pusher } from "./push.ts";

const desk = (refusedSince: number): Told => ({
  kind: "desk",
  desk: {
    masterSwitch: "review",
    switchedAtMs: 0,
    refusedSince,
    ruledSince: 0,
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

it("sends what nobody waits for within a quarter of a second, once, or at once when somebody does", async () => {
  vi.useFakeTimers();
  const sent: Push[] = [];
  const pusher = new Pusher((pushes) => sent.push(...pushes));
  const read = (count: number) => () => desk(count);
  const counts = () =>
    sent.splice(0).map(({ change }) => (change.kind === "desk" ? change.desk.refusedSince : null));
  pusher.pushUnhurried("a", read(1));
  vi.advanceTimersByTime(40);
  pusher.pushUnhurried("gathered", read(0));
  vi.advanceTimersByTime(110);
  pusher.pushUnhurried("a", read(2));
  pusher.pushUnhurried("b", read(3));
  pusher.pushUnhurried("c", read(4));
  pusher.pushLatest("c", read(5));
  await Promise.resolve();
  expect(counts()).toEqual([5]);
  vi.advanceTimersByTime(100);
  await Promise.resolve();
  expect(counts()).toEqual([2, 0]);
  vi.advanceTimersByTime(150);
  await Promise.resolve();
  expect(counts()).toEqual([3]);
  pusher.pushUnhurried("d", read(6));
  pusher.settle();
  expect(counts()).toEqual([6]);
  vi.advanceTimersByTime(1000);
  await Promise.resolve();
  expect(counts()).toEqual([]);
  vi.useRealTimers();
});

it("tells what flows and nobody waits for once a second, all of it together", async () => {
  vi.useFakeTimers();
  const sent: Push[][] = [];
  const pusher = new Pusher((pushes) => sent.push(pushes));
  for (let count = 0; count < 400; count += 1) {
    pusher.pushUnhurried(`sample ${count}`, () => desk(count));
    await vi.advanceTimersByTimeAsync(10);
  }
  // The first ones, those that came before they were told, and what came since, each second.
  expect(sent).toHaveLength(5);
  await vi.advanceTimersByTimeAsync(1000);
  const told = sent.flat().map(({ change }) => (change.kind === "desk" ? change.desk : null));
  expect(told.map((one) => one?.refusedSince)).toEqual(Array.from({ length: 400 }, (_one, n) => n));
  expect(sent).toHaveLength(6);
  await vi.advanceTimersByTimeAsync(1000);
  pusher.pushUnhurried("after a pause", () => desk(400));
  await vi.advanceTimersByTimeAsync(250);
  expect(sent).toHaveLength(7);
  vi.useRealTimers();
});

it("tells of what is under way once it has been for long, not among others that are over", async () => {
  vi.useFakeTimers();
  const sent: string[][] = [];
  const pusher = new Pusher((pushes) => {
    sent.push(pushes.map(({ change }) => (change.kind === "run-removed" ? change.id : "?")));
  });
  const open = new Set<string>();
  const changed = (id: string): void => {
    const told = () => ({ kind: "run-removed" as const, id });
    pusher.pushUnhurried(id, told, () => open.has(id));
  };
  const after = async (ms: number): Promise<string[][]> => {
    await vi.advanceTimersByTimeAsync(ms);
    return sent.splice(0);
  };
  open.add("alone");
  changed("alone");
  expect(await after(249)).toEqual([]);
  expect(await after(2)).toEqual([["alone"]]);
  changed("over");
  await after(990);
  open.add("short").add("long");
  changed("short");
  changed("long");
  expect(await after(20)).toEqual([["over"]]);
  open.delete("short");
  expect(await after(220)).toEqual([]);
  expect(await after(20)).toEqual([["long"]]);
  expect(await after(700)).toEqual([]);
  expect(await after(300)).toEqual([["short"]]);
  expect(await after(2000)).toEqual([]);
  vi.useRealTimers();
});

it("tells of what is over a second later at most, however long others flow", async () => {
  vi.useFakeTimers();
  const toldAtMs = new Map<string, number>();
  const pusher = new Pusher((pushes) => {
    for (const { change } of pushes) {
      if (change.kind === "run-removed") toldAtMs.set(change.id, performance.now());
    }
  });
  const open = new Set<string>();
  const changed = (id: string): void => {
    const told = () => ({ kind: "run-removed" as const, id });
    pusher.pushUnhurried(id, told, () => open.has(id));
  };
  const overAtMs = new Map<string, number>();
  for (let count = 0; count < 40; count += 1) {
    const id = `run ${count}`;
    open.add(id);
    changed(id);
    // Every other one is under way for so long that it is told of alone.
    const forMs = count % 2 === 0 ? 60 : 600;
    setTimeout(() => {
      open.delete(id);
      changed(id);
      overAtMs.set(id, performance.now());
    }, forMs);
    await vi.advanceTimersByTimeAsync(137);
  }
  await vi.advanceTimersByTimeAsync(5000);
  const lateMs = [...overAtMs].map(([id, overMs]) => (toldAtMs.get(id) ?? Infinity) - overMs);
  expect(lateMs).toHaveLength(40);
  expect(Math.max(...lateMs)).toBeLessThan(1300);
  vi.useRealTimers();
});

it("keeps streamed text until the window knows what it belongs to, and drops it once that is over", () => {
  vi.useFakeTimers();
  const sent: Push[] = [];
  const pusher = new Pusher((pushes) => sent.push(...pushes));
  let fate: "send" | "keep" | "drop" = "keep";
  const texts = (): Told[] => sent.splice(0).map((p) => p.change);
  pusher.stream(stream("a1", "Pa"), () => fate);
  vi.advanceTimersByTime(100);
  expect(texts()).toEqual([]);
  pusher.stream(stream("a1", "ris"), () => fate);
  fate = "send";
  vi.advanceTimersByTime(33);
  expect(texts()).toEqual([stream("a1", "Paris")]);
  fate = "drop";
  pusher.stream(stream("a1", "!"), () => fate);
  vi.advanceTimersByTime(100);
  expect(texts()).toEqual([]);
  fate = "keep";
  pusher.stream(stream("a1", "Oslo"), () => fate);
  // The snapshot has it.
  pusher.settle();
  fate = "send";
  vi.advanceTimersByTime(100);
  expect(texts()).toEqual([]);
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
