import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { RefreshSchedule } from "./refreshSchedule.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("polls less and less often while nothing changes, and soon again after a change", async () => {
  const looks: number[] = [];
  let changed = false;
  const watching = new RefreshSchedule(async () => {
    looks.push(Date.now());
    return changed;
  });
  const startedMs = Date.now();
  watching.set(true);
  await vi.advanceTimersByTimeAsync(2_000 + 3_000 + 4_500);
  expect(looks.map((at) => at - startedMs)).toEqual([2_000, 5_000, 9_500]);
  changed = true;
  await vi.advanceTimersByTimeAsync(6_750);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(looks.length).toBe(5);
  watching.set(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks.length).toBe(5);
});

it("continues after a poll that throws or rejects", async () => {
  let looks = 0;
  const watching = new RefreshSchedule(() => {
    looks += 1;
    if (looks === 1) throw new Error("at once");
    return looks === 2 ? Promise.reject(new Error("later")) : Promise.resolve(false);
  });
  watching.set(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(looks).toBe(3);
});
