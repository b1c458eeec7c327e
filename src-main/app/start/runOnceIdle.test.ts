import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { runOnceIdle } from "./runOnceIdle.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("runs once, shortly after the window's first call", () => {
  const begin = vi.fn();
  const asked = runOnceIdle(begin);
  vi.advanceTimersByTime(1000);
  expect(begin).not.toHaveBeenCalled();
  asked();
  expect(begin).not.toHaveBeenCalled();
  vi.advanceTimersByTime(300);
  expect(begin).toHaveBeenCalledTimes(1);
  asked();
  vi.advanceTimersByTime(10_000);
  expect(begin).toHaveBeenCalledTimes(1);
});

it("runs without a window too", () => {
  const begin = vi.fn();
  runOnceIdle(begin);
  vi.advanceTimersByTime(4000);
  expect(begin).toHaveBeenCalledTimes(1);
});
