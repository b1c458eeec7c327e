// What is known of a model, fact by fact, and where each fact comes from. Unknown is a value of its own: the
// member is missing, and everything works without it.

/**
 * Who says a fact: the provider's own list, a kept catalogue, the place where the model runs (free on this
 * machine), or the user, who is believed over all others.
 */
export type FactSource = "provider" | "genai-prices" | "tokenlens" | "machine" | "person";

export interface FactOrigin {
  source: FactSource;
  /** The day of the catalogue, or when the provider or the user said it: `YYYY-MM-DD`. */
  asOf?: string;
  /** The catalogue's own id for it, where that is another: `claude-sonnet-4-5` for a dated name. */
  as?: string;
}

/** A price, in USD for a million tokens. */
export interface TokenPrice {
  usd: number;
  /**
   * Prices of longer requests, in rising order: where a request's whole input is more than `aboveTokens`,
   * all of its tokens cost this (as the providers bill it, and `@pydantic/genai-prices` reckons).
   */
  tiers?: { aboveTokens: number; usd: number }[];
}

/** What a model costs. A member that is missing is unknown, 0 is free. */
export interface ModelPrices {
  input?: TokenPrice;
  output?: TokenPrice;
  /** Input that the provider still had from earlier. */
  cacheRead?: TokenPrice;
  cacheWrite?: TokenPrice;
  /** Sound, where it costs otherwise than text. */
  audioInput?: TokenPrice;
  audioOutput?: TokenPrice;
  /** Reasoning, where it costs otherwise than the rest of the output. */
  reasoning?: TokenPrice;
  /** For each request besides its tokens, in USD. */
  requestUsd?: number;
  /** The price depends on the time of day; these hold now. */
  changesInTheDay?: true;
}

/** What a model can do and costs; undefined means unknown, and unknown works. */
export interface ModelAbilities {
  /** Tokens of prompt and answer together. */
  contextTokens?: number;
  /** The most that one answer can have. */
  outputTokens?: number;
  /** Modalities that it takes beside text. */
  images?: boolean;
  audio?: boolean;
  pdf?: boolean;
  video?: boolean;
  /** Modalities that it gives beside text. */
  imagesOut?: boolean;
  audioOut?: boolean;
  tools?: boolean;
  /** It thinks before it answers. */
  reasoning?: boolean;
  /** `YYYY-MM-DD`, or as much of it as is known (`2025-08`). */
  released?: string;
  prices?: ModelPrices;
}

export type AbilityName = keyof ModelAbilities;

/** Where each known fact comes from. */
export type Origins = Partial<Record<AbilityName, FactOrigin>>;

/** The price that holds for a request of so many tokens of input. */
export function priceAt(price: TokenPrice, inputTokens: number): number {
  const tier = price.tiers?.findLast(({ aboveTokens }) => inputTokens > aboveTokens);
  return tier?.usd ?? price.usd;
}
