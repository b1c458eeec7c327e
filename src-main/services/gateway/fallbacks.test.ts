import { expect, it } from "vitest";
import { Fallbacks } from "./fallbacks.ts";
import type { Wrap } from "./gatewayPorts.ts";

it("learns from each host whether it falls back, and keeps it with the entry", () => {
  const wrap = { id: "w" } as Wrap;
  let saves = 0;
  const fallback = new Fallbacks(() => void (saves += 1)).of(wrap);
  // Nothing is known, and a host that just initializes says nothing of it.
  fallback.initialized("a");
  expect([fallback.isExpected("a"), saves]).toEqual([true, 0]);
  fallback.refused("a");
  expect([fallback.isExpected("a"), fallback.isExpected("b")]).toEqual([false, true]);
  fallback.initialized("b");
  expect(fallback.isExpected("a")).toBe(false);
  fallback.initialized("a");
  expect([fallback.isExpected("a"), saves]).toEqual([true, 2]);
  // Windows that start at the same time.
  for (let time = 0; time < 9; time += 1) fallback.refused("a");
  expect([fallback.isExpected("a"), saves]).toEqual([true, 2]);
  // A later build of it that no longer does.
  fallback.refused("a");
  expect([fallback.isExpected("a"), saves]).toEqual([false, 3]);
});
