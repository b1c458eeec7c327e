// What a generation has cost: the provider's own count of tokens times the prices that held then. What nobody has
// counted or priced is said to be unknown; it is never zero.
import { priceAt } from "../ranking/abilities.ts";
import type { FactOrigin, ModelPrices, TokenPrice } from "../ranking/abilities.ts";

/** Tokens as the provider counted them. */
export interface Usage {
  /** All of the prompt, what came from and went into a cache included. */
  inputTokens?: number;
  /** All of the answer, reasoning included. */
  outputTokens?: number;
  /** Of the output: what the model thought and did not say. */
  reasoningTokens?: number;
  /** Of the input: read from the provider's cache, usually cheaper. */
  cacheReadTokens?: number;
  /** Of the input: written to the provider's cache, usually dearer. */
  cacheWriteTokens?: number;
}

/** What is missing from a cost: a count that the provider did not give, or a price that is not known. */
export type MissingPart = "input-count" | "output-count" | "input-price" | "output-price";

export interface Cost {
  /** USD; where `missing` names something, it costs at least this. */
  usd: number;
  missing?: MissingPart[];
  /** Who says the prices, and of which day they are. */
  origin?: FactOrigin;
}

/**
 * The cost of one generation, or null where nothing at all is known of it.
 *
 * Tokens read from a cache or written to one are part of the input and cost as such where they have no price of
 * their own; reasoning is part of the output likewise. A tier holds for the whole input (see `TokenPrice`), and for
 * the output of such a request as well. `requestUsd` is added once.
 */
export function costOfUsage(
  usage: Usage | undefined,
  prices: ModelPrices | undefined,
  origin?: FactOrigin,
): Cost | null {
  if (prices === undefined) return null;
  const { inputTokens, outputTokens } = usage ?? {};
  const missing: MissingPart[] = [];
  const input = partOf(inputTokens, prices.input, () => inputUsd(usage ?? {}, prices));
  const output = partOf(outputTokens, prices.output, () => outputUsd(usage ?? {}, prices));
  if (typeof input === "string") missing.push(`input-${input}`);
  if (typeof output === "string") missing.push(`output-${output}`);
  // Of a price for nothing it does not matter how many tokens there were.
  if (missing.length === 2 && prices.requestUsd === undefined) return null;
  return {
    usd: (prices.requestUsd ?? 0) + usdOf(input) + usdOf(output),
    ...(missing.length === 0 ? {} : { missing }),
    ...(origin === undefined ? {} : { origin }),
  };
}

/** Costs added up; `unknown` counts those of which nothing is known. */
export interface CostSum {
  usd: number;
  /** It is more than `usd`: a part was not counted, or something is unknown altogether. */
  atLeast: boolean;
  unknown: number;
}

export function sumOfCosts(costs: readonly (Cost | null | undefined)[]): CostSum {
  const sum: CostSum = { usd: 0, atLeast: false, unknown: 0 };
  for (const cost of costs) {
    if (cost === null || cost === undefined) {
      sum.unknown += 1;
      sum.atLeast = true;
    } else {
      sum.usd += cost.usd;
      if (cost.missing !== undefined) sum.atLeast = true;
    }
  }
  return sum;
}

const usdOf = (part: number | "count" | "price"): number => (typeof part === "number" ? part : 0);

function partOf(
  tokens: number | undefined,
  price: TokenPrice | undefined,
  usd: () => number,
): number | "count" | "price" {
  if (price === undefined) return "price";
  if (tokens === undefined) return isFree(price) ? 0 : "count";
  return usd();
}

const isFree = (price: TokenPrice): boolean =>
  price.usd === 0 && (price.tiers ?? []).every((tier) => tier.usd === 0);

function inputUsd(usage: Usage, prices: ModelPrices): number {
  const all = usage.inputTokens ?? 0;
  const price = (own: TokenPrice | undefined): number => priceAt(own ?? prices.input ?? FREE, all);
  const read = Math.min(usage.cacheReadTokens ?? 0, all);
  const written = Math.min(usage.cacheWriteTokens ?? 0, all - read);
  return (
    ((all - read - written) * price(prices.input) +
      read * price(prices.cacheRead) +
      written * price(prices.cacheWrite)) /
    1e6
  );
}

function outputUsd(usage: Usage, prices: ModelPrices): number {
  const all = usage.outputTokens ?? 0;
  const thought = Math.min(usage.reasoningTokens ?? 0, all);
  // The tiers of the output follow the size of the input as well.
  const input = usage.inputTokens ?? 0;
  const price = (own: TokenPrice | undefined): number =>
    priceAt(own ?? prices.output ?? FREE, input);
  return ((all - thought) * price(prices.output) + thought * price(prices.reasoning)) / 1e6;
}

const FREE: TokenPrice = { usd: 0 };
