import { expect, it, vi } from "vitest";
import { LostHolders } from "./lostHolders.ts";

it("gives the other desks thirty seconds after each connection, whatever it brings before it is online", () => {
  vi.useFakeTimers();
  const end = vi.fn<() => void>();
  const lost = new LostHolders(end);
  for (let connection = 1; connection <= 2; connection += 1) {
    end.mockClear();
    lost.look();
    lost.online();
    vi.advanceTimersByTime(29_000);
    lost.look();
    expect(end).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(end).toHaveBeenCalledOnce();
    // From now on, at once.
    lost.look();
    vi.advanceTimersByTime(0);
    expect(end).toHaveBeenCalledTimes(2);
    lost.look();
    lost.offline();
    vi.advanceTimersByTime(60_000);
    expect(end).toHaveBeenCalledTimes(2);
  }
  vi.useRealTimers();
});
