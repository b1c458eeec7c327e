// What a generation costs: compared with the library's own figures, and with unknown values.
import { calcPrice } from "@pydantic/genai-prices";
import fc from "fast-check";
import { expect, it } from "vitest";
import { costOfUsage, sumOfCosts } from "./cost.ts";

const haiku = {
  input: { usd: 1 },
  output: { usd: 5 },
  cacheRead: { usd: 0.1 },
  cacheWrite: { usd: 1.25 },
};

it("prices a cache read and a cache write apart from the rest of the input", () => {
  const usage = {
    inputTokens: 10_000,
    outputTokens: 2_000,
    cacheReadTokens: 6_000,
    cacheWriteTokens: 1_000,
  };
  // 3,000 × 1 + 6,000 × 0.1 + 1,000 × 1.25 + 2,000 × 5 = 14,850 millionths.
  expect(costOfUsage(usage, haiku)?.usd).toBeCloseTo(0.01485, 10);
});

it("takes the tier that the whole input reaches, for the output as well", () => {
  const prices = {
    input: { usd: 1.25, tiers: [{ aboveTokens: 200_000, usd: 2.5 }] },
    output: { usd: 10, tiers: [{ aboveTokens: 200_000, usd: 15 }] },
  };
  expect(costOfUsage({ inputTokens: 200_000, outputTokens: 1000 }, prices)?.usd).toBeCloseTo(0.26);
  expect(costOfUsage({ inputTokens: 200_001, outputTokens: 1000 }, prices)?.usd).toBeCloseTo(
    0.5150025,
  );
});

it("agrees with @pydantic/genai-prices, caches included", () => {
  fc.assert(
    fc.property(
      fc.nat(900_000),
      fc.nat(60_000),
      fc.nat(1000),
      (inputTokens, outputTokens, readPart) => {
        const cacheReadTokens = Math.floor((inputTokens * readPart) / 1000);
        for (const [provider, model] of [
          ["anthropic", "claude-haiku-4-5"],
          ["openai", "gpt-5-mini"],
          ["google", "gemini-2.5-pro"],
        ] as const) {
          const theirs = calcPrice(
            {
              input_tokens: inputTokens,
              output_tokens: outputTokens,
              cache_read_tokens: cacheReadTokens,
            },
            model,
            { providerId: provider },
          );
          if (theirs === null) throw new Error(`no price of ${model}`);
          const price = theirs.model_price;
          const ours = costOfUsage(
            { inputTokens, outputTokens, cacheReadTokens },
            {
              input: tokenPrice(price["input_mtok"]),
              output: tokenPrice(price["output_mtok"]),
              ...(price["cache_read_mtok"] === undefined
                ? {}
                : { cacheRead: tokenPrice(price["cache_read_mtok"]) }),
            },
          );
          expect(ours?.usd).toBeCloseTo(theirs.total_price, 9);
        }
      },
    ),
    { numRuns: 200 },
  );
});

type CatalogPrice = number | { base: number; tiers: { start: number; price: number }[] };

function tokenPrice(price: CatalogPrice | undefined) {
  if (price === undefined) throw new Error("the catalogue has no such price");
  if (typeof price === "number") return { usd: price };
  const tiers = price.tiers.map(({ start, price: usd }) => ({ aboveTokens: start, usd }));
  return { usd: price.base, tiers };
}

it("reports missing counts and prices instead of assuming zero", () => {
  expect(costOfUsage({ inputTokens: 5 }, undefined)).toBeNull();
  expect(costOfUsage(undefined, haiku)).toBeNull();
  expect(costOfUsage({}, haiku)).toBeNull();
  expect(costOfUsage({ inputTokens: 1000 }, haiku)).toEqual({
    usd: 0.001,
    missing: ["output-count"],
  });
  expect(costOfUsage({ inputTokens: 1000, outputTokens: 9 }, { input: { usd: 1 } })).toEqual({
    usd: 0.001,
    missing: ["output-price"],
  });
});

it("needs no count if all prices are zero", () => {
  expect(costOfUsage(undefined, { input: { usd: 0 }, output: { usd: 0 } })).toEqual({ usd: 0 });
});

it("counts reasoning as output, at its own price if there is one", () => {
  const usage = { inputTokens: 0, outputTokens: 1_000_000, reasoningTokens: 400_000 };
  expect(costOfUsage(usage, haiku)?.usd).toBeCloseTo(5);
  expect(costOfUsage(usage, { ...haiku, reasoning: { usd: 10 } })?.usd).toBeCloseTo(7);
});

it("sums costs, and marks a sum as a minimum when some are unknown", () => {
  expect(sumOfCosts([{ usd: 1 }, { usd: 2 }])).toEqual({ usd: 3, atLeast: false, unknown: 0 });
  expect(sumOfCosts([{ usd: 1 }, null, undefined])).toEqual({ usd: 1, atLeast: true, unknown: 2 });
  expect(sumOfCosts([{ usd: 1, missing: ["output-count"] }]).atLeast).toBe(true);
});
