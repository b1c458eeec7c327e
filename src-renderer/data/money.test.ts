// Formatting of amounts.
import { expect, it } from "vitest";
import { formatMoney } from "./money.ts";

// Returns the catalogue's key as its text.
const t = ((key: string) => key) as Parameters<typeof formatMoney>[0];

it.each([
  [0, "cost.free"],
  [0.00001, "<$0.0001"],
  [0.00421, "$0.0042"],
  [0.5, "$0.50"],
  [1.234, "$1.23"],
  [1204.4, "$1,204"],
])("formats %d USD as %s", (usd, words) => {
  expect(formatMoney(t, usd)).toBe(words);
});
