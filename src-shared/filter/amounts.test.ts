// Numbers, sizes, durations and times as they are written, and which values match them.
import { expect, it } from "vitest";
import { boundsOf, isAmount, plainAmount, rangeOf, within } from "./amounts.ts";
import type { AmountKind } from "./amounts.ts";
import type { Comparison } from "./fields.ts";

const now = new Date(2026, 10, 21, 15, 30).getTime();
const at = (...parts: [number, number, number, number?, number?, number?]): number => {
  const [year, month, day, ...clock] = parts;
  return new Date(year, month - 1, day, ...clock).getTime();
};
const fits = (kind: AmountKind, written: string, value: number): boolean => {
  const [, sign = "", text = ""] = /^([<>]=?|=?)(.*)$/.exec(written) ?? [];
  return within(value, boundsOf(kind, (sign || "=") as Comparison, plainAmount(text), now));
};

it.each<[AmountKind, string, number[], number[]]>([
  ["number", "4000", [4000], [3999, 4001]],
  ["number", ">4000", [4001, 1e12], [4000, 3999]],
  ["number", ">=4k", [4000, 4001], [3999]],
  ["number", "<1,000", [999, 0], [1000]],
  ["number", "<=2万", [20_000], [20_001]],
  ["number", "0.7", [0.7, 0.699999988079071], [0.69, 0.71]],
  ["number", ">0.7", [0.71], [0.7, 0.699999988079071]],
  ["number", "100000000", [100_000_000], [100_000_001, 99_999_999]],
  ["size", ">64KiB", [65_537], [65_536, 64_000]],
  ["size", "1.5MB", [1_500_000, 1_599_999], [1_499_999, 1_600_000]],
  ["duration", "2s", [2000, 2999], [1999, 3000]],
  ["duration", ">2s", [2001], [2000]],
  ["duration", "<=1.5m", [90_000], [90_001]],
  ["duration", ">1小时", [3_600_001], [3_600_000]],
  ["money", ">$0.01", [0.011], [0.01]],
  ["money", "0.01usd", [0.01, 0.0199], [0.02, 0.009]],
  ["date", "2026-11-03", [at(2026, 11, 3), at(2026, 11, 3, 23, 59, 59)], [at(2026, 11, 4)]],
  ["date", "<2026-11-03", [at(2026, 11, 3) - 1], [at(2026, 11, 3)]],
  ["date", ">2026-11-03", [at(2026, 11, 4)], [at(2026, 11, 3, 23, 59, 59)]],
  ["date", ">=2026-11-03", [at(2026, 11, 3)], [at(2026, 11, 3) - 1]],
  ["date", "<=2026-11-03", [at(2026, 11, 3, 23, 59, 59)], [at(2026, 11, 4)]],
  ["date", "2026-11", [at(2026, 11, 1), at(2026, 11, 30, 23)], [at(2026, 12, 1), at(2026, 10, 31)]],
  ["date", "2026", [at(2026, 1, 1), at(2026, 12, 31, 23)], [at(2027, 1, 1)]],
  ["date", "2026年11月3日", [at(2026, 11, 3, 12)], [at(2026, 11, 4)]],
  ["date", "2026-11-03T14:30", [at(2026, 11, 3, 14, 30, 59)], [at(2026, 11, 3, 14, 31)]],
  ["date", "2026-02-28", [at(2026, 2, 28, 23)], [at(2026, 3, 1)]],
  ["date", "today", [at(2026, 11, 21), now, at(2026, 11, 21, 23)], [at(2026, 11, 22)]],
  ["date", "yesterday", [at(2026, 11, 20), at(2026, 11, 20, 23)], [at(2026, 11, 21)]],
  ["date", "今天", [now], [at(2026, 11, 20, 23)]],
  ["date", ">=09:30", [at(2026, 11, 21, 9, 30)], [at(2026, 11, 21, 9, 29)]],
  ["date", "7d", [now, now - 6 * 864e5], [now - 8 * 864e5]],
  ["date", ">7d", [now], [now - 8 * 864e5]],
  ["date", "<7d", [now - 8 * 864e5], [now]],
])("%s %s", (kind, written, yes, no) => {
  for (const value of yes) expect(fits(kind, written, value), String(value)).toBe(true);
  for (const value of no) expect(fits(kind, written, value), String(value)).toBe(false);
});

it.each<[AmountKind, string]>([
  ["number", "x"],
  ["number", "-1"],
  ["number", "1e3"],
  ["number", "1,00"],
  ["number", "$5"],
  ["size", "5s"],
  ["duration", "5"],
  ["money", "5€"],
  ["date", "2026-13"],
  ["date", "2026-02-30"],
  ["date", "2026-11-03T25:00"],
  ["date", "24:00"],
  ["date", "constructor"],
  ["date", "1969-12-31"],
])("%s rejects %s", (kind, written) => expect(isAmount(kind, written)).toBe(false));

it("includes both ends of a range, and excludes unknown values", () => {
  const range = rangeOf("date", "2026-11-01", "2026-11-02", now);
  expect(within(at(2026, 11, 2, 23), range)).toBe(true);
  expect(within(at(2026, 11, 3), range)).toBe(false);
  expect(within(null, rangeOf("number", null, "5", now))).toBe(false);
  expect(within(null, {})).toBe(false);
});
