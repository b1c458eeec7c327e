import { describe, expect, it } from "vitest";
import { priceAt } from "./priceAt.ts";

describe("priceAt", () => {
  const price = {
    usd: 1.25,
    tiers: [
      { aboveTokens: 200_000, usd: 2.5 },
      { aboveTokens: 500_000, usd: 4 },
    ],
  };
  it.each([
    [0, 1.25],
    [200_000, 1.25],
    [200_001, 2.5],
    [500_000, 2.5],
    [500_001, 4],
  ])("at %i tokens of input is %d", (tokens, usd) => expect(priceAt(price, tokens)).toBe(usd));
  it("is the same for every length if there are no tiers", () =>
    expect(priceAt({ usd: 0 }, 9_000_000)).toBe(0));
});
