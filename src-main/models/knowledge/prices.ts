// Prices and context sizes from `@pydantic/genai-prices`.
import type { ModelPrice } from "@pydantic/genai-prices";
import type { ModelAbilities, ModelPrices, TokenPrice } from "#shared/models/ranking/abilities.ts";
import type { PriceCatalogue } from "./catalogues.ts";
import { bareId } from "./place.ts";

export interface Found {
  abilities: ModelAbilities;
  /** The catalogue's id. */
  as: string;
}

/**
 * The entry that the catalogue's matchers find for the name, with the prices in force at `at`; null if there is none.
 */
export function pricesOf(
  catalogue: PriceCatalogue,
  provider: string,
  modelId: string,
  at: Date,
): Found | null {
  const name = provider === "aws" ? modelId : bareId(modelId);
  const found = ask(catalogue, provider, name, at) ?? ask(catalogue, provider, bareId(name), at);
  if (found === null) return null;
  const abilities: ModelAbilities = {};
  const { context_window: contextTokens, prices } = found.model;
  if (contextTokens !== undefined && contextTokens > 0) abilities.contextTokens = contextTokens;
  const all = readPrices(found.model_price);
  // An empty list of prices means "free" for some models and "unknown" for others.
  if (modelId.endsWith(":free")) abilities.prices = { input: { usd: 0 }, output: { usd: 0 } };
  else if (Object.keys(all).length > 0) {
    const varies =
      Array.isArray(prices) && prices.some(({ constraint }) => constraint?.type === "time_of_date");
    abilities.prices = varies ? { ...all, changesInTheDay: true } : all;
  }
  return { abilities, as: found.model.id };
}

function ask(catalogue: PriceCatalogue, providerId: string, modelId: string, timestamp: Date) {
  try {
    // With no usage the price is zero; only the entry is needed.
    return catalogue.calcPrice({}, modelId, { providerId, timestamp });
  } catch {
    // The library found the entry inconsistent, so ignore it.
    return null;
  }
}

function readPrices(price: ModelPrice): ModelPrices {
  const prices: ModelPrices = {};
  const names = [
    ["input", "input_mtok"],
    ["output", "output_mtok"],
    ["cacheRead", "cache_read_mtok"],
    ["cacheWrite", "cache_write_mtok"],
    ["audioInput", "input_audio_mtok"],
    ["audioOutput", "output_audio_mtok"],
    ["reasoning", "output_reasoning_mtok"],
  ] as const;
  for (const [name, key] of names) {
    const read = readPrice(price[key]);
    if (read !== null) prices[name] = read;
  }
  const thousand = price["requests_kcount"];
  if (typeof thousand === "number") prices.requestUsd = thousand / 1000;
  return prices;
}

function readPrice(price: ModelPrice[string]): TokenPrice | null {
  if (price === undefined) return null;
  if (typeof price === "number") return { usd: price };
  const tiers = price.tiers
    .map(({ start, price: usd }) => ({ aboveTokens: start, usd }))
    .toSorted((a, b) => a.aboveTokens - b.aboveTokens);
  return { usd: price.base, tiers };
}
