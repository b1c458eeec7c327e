import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { atRest } from "./atRest.ts";

describe("atRest", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("calls once nobody has pressed, typed or scrolled for the given time, and only once", () => {
    const call = vi.fn();
    const window = new EventTarget();
    atRest(call, 500, window);
    for (const kind of ["scroll", "wheel", "keydown", "pointerdown"]) {
      vi.advanceTimersByTime(499);
      window.dispatchEvent(new Event(kind));
    }
    vi.advanceTimersByTime(499);
    expect(call).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(call).toHaveBeenCalledOnce();
    window.dispatchEvent(new Event("scroll"));
    vi.advanceTimersByTime(1000);
    expect(call).toHaveBeenCalledOnce();
  });

  it("does not call after it was cancelled", () => {
    const call = vi.fn();
    const window = new EventTarget();
    atRest(call, 500, window)();
    window.dispatchEvent(new Event("keydown"));
    vi.advanceTimersByTime(1000);
    expect(call).not.toHaveBeenCalled();
  });
});
