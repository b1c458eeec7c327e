import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { runOnceIdle } from "./runOnceIdle.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("begins a moment after the window asked, once", () => {
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

it("begins without a window as well", () => {
  const begin = vi.fn();
  runOnceIdle(begin);
  vi.advanceTimersByTime(4000);
  expect(begin).toHaveBeenCalledTimes(1);
});
