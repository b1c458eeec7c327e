// What a generation cost: the provider's token counts times the prices known at that time. A missing count or price
// makes the cost (partly) unknown, never zero.
import { priceAt } from "./priceAt.ts";
import type { FactOrigin, ModelPrices, TokenPrice } from "../ranking/abilities.ts";

/** Tokens as the provider counted them. */
export interface Usage {
  /** The whole prompt, including tokens read from or written to a cache. */
  inputTokens?: number;
  /** The whole response, including reasoning. */
  outputTokens?: number;
  /** The part of the output that is reasoning. */
  reasoningTokens?: number;
  /** The part of the input read from the provider's cache; usually cheaper. */
  cacheReadTokens?: number;
  /** The part of the input written to the provider's cache; usually more expensive. */
  cacheWriteTokens?: number;
}

/** What a generation took, for budgets: the provider's counts as far as it reported them, the rest estimated. */
export interface EstimatedUse {
  inputTokens: number;
  outputTokens: number;
  /** Absent if a price is unknown. */
  usd?: number;
}

/** What is missing from a cost: a count that the provider did not report, or an unknown price. */
export type MissingPart = "input-count" | "output-count" | "input-price" | "output-price";

export interface Cost {
  /** USD; a lower bound if `missing` is set. */
  usd: number;
  missing?: MissingPart[];
  /** Source and date of the prices. */
  origin?: FactOrigin;
}

/**
 * The cost of one generation, or null if nothing is known about it. Cache tokens without a price of their own cost as
 * much as other input, reasoning tokens as much as other output. The tier is chosen by the size of the whole input
 * (see `TokenPrice`), for the output too. `requestUsd` is added once.
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
  // If both parts are unknown, a price per request is the only thing left to report.
  if (missing.length === 2 && prices.requestUsd === undefined) return null;
  return {
    usd: (prices.requestUsd ?? 0) + usdOf(input) + usdOf(output),
    ...(missing.length === 0 ? {} : { missing }),
    ...(origin === undefined ? {} : { origin }),
  };
}

/** A sum of costs; `unknown` counts those that are completely unknown. */
export interface CostSum {
  usd: number;
  /** The true sum is higher than `usd`: some cost is unknown or incomplete. */
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
  // Output tiers also depend on the size of the input.
  const input = usage.inputTokens ?? 0;
  const price = (own: TokenPrice | undefined): number =>
    priceAt(own ?? prices.output ?? FREE, input);
  return ((all - thought) * price(prices.output) + thought * price(prices.reasoning)) / 1e6;
}

const FREE: TokenPrice = { usd: 0 };
