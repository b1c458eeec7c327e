// Amounts in words.
import { expect, it } from "vitest";
import { moneyWords } from "./money.ts";

// The catalogue's keys stand for its words.
const t = ((key: string) => key) as Parameters<typeof moneyWords>[0];

it.each([
  [0, "cost.free"],
  [0.00001, "<$0.0001"],
  [0.00421, "$0.0042"],
  [0.5, "$0.50"],
  [1.234, "$1.23"],
  [1204.4, "$1,204"],
])("writes %d USD as %s", (usd, words) => {
  expect(moneyWords(t, usd)).toBe(words);
});

it("reckons in the person's own currency", () => {
  expect(moneyWords(t, 2, { code: "EUR", perUsd: 0.5, asOf: "2026-11-21" })).toBe("€1.00");
  expect(moneyWords(t, 0.00001, { code: "CNY", perUsd: 7, asOf: "2026-11-21" })).toBe("<¥0.0001");
});
