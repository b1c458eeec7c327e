// Apart from the schema of prices, as the window computes costs at its start and loads no schemas then.
import type { TokenPrice } from "../ranking/abilities.ts";

/** The price per million tokens for a request with this much input. */
export function priceAt(price: TokenPrice, inputTokens: number): number {
  const tier = price.tiers?.findLast(({ aboveTokens }) => inputTokens > aboveTokens);
  return tier?.usd ?? price.usd;
}
