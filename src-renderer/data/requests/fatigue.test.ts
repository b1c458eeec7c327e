// When many approvals in a minute cause a remark.
import { expect, it } from "vitest";
import { afterApproval, afterRemarkDismissed, INITIAL_FATIGUE, remarkOf } from "./fatigue.ts";
import type { Fatigue } from "./fatigue.ts";

/** One approval every `stepMs`, the first at 0. */
const approving = (count: number, stepMs: number, from: Fatigue = INITIAL_FATIGUE): Fatigue =>
  Array.from({ length: count }, (_, n) => n * stepMs).reduce(
    (fatigue, atMs) => afterApproval(fatigue, atMs),
    from,
  );

it("appears at the twelfth approval in a minute", () => {
  expect(remarkOf(approving(11, 5000), 50_000)).toBe(null);
  expect(remarkOf(approving(12, 5000), 55_000)).toBe(12);
});

it("never appears for approvals that are further apart, however many", () => {
  expect(remarkOf(approving(500, 5500), 499 * 5500)).toBe(null);
});

it("disappears as its approvals get older than a minute", () => {
  expect(remarkOf(approving(12, 1000), 59_999)).toBe(12);
  expect(remarkOf(approving(12, 1000), 60_000)).toBe(null);
});

it("counts each request of a batch", () => {
  expect(remarkOf(afterApproval(INITIAL_FATIGUE, 0, 50), 1000)).toBe(50);
});

it("returns after twice as many once it is dismissed, and after no more than 96", () => {
  const on = afterRemarkDismissed(approving(12, 100));
  expect(remarkOf(approving(23, 100, on), 2200)).toBe(null);
  expect(remarkOf(approving(24, 100, on), 2300)).toBe(24);
  let often = on;
  for (let n = 0; n < 9; n += 1) often = afterRemarkDismissed(often);
  expect(often.remarkAt).toBe(96);
});
