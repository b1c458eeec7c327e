// What is known about a model and the source of each fact. A missing field means unknown, and everything must work
// without it.

/**
 * The source of a fact: the provider's own list, a bundled catalogue, the machine that runs the model (which makes it
 * free), or the user, who overrides all others.
 */
export type FactSource = "provider" | "genai-prices" | "tokenlens" | "machine" | "person";

export interface FactOrigin {
  source: FactSource;
  /** `YYYY-MM-DD`: the catalogue's date, or when the provider or the user said it. */
  asOf?: string;
  /** The catalogue's own id for the model, if it differs: `claude-sonnet-4-5` for a dated name. */
  as?: string;
}

/** A price in USD per million tokens. */
export interface TokenPrice {
  usd: number;
  /**
   * Prices of longer requests, in ascending order: if the whole input is longer than `aboveTokens`, all tokens cost
   * `usd` (as providers bill it and `@pydantic/genai-prices` computes it).
   */
  tiers?: { aboveTokens: number; usd: number }[];
}

/** Prices of a model. A missing field means unknown; 0 is free. */
export interface ModelPrices {
  input?: TokenPrice;
  output?: TokenPrice;
  /** Input read from the provider's cache. */
  cacheRead?: TokenPrice;
  cacheWrite?: TokenPrice;
  /** Audio, if its price differs from text. */
  audioInput?: TokenPrice;
  audioOutput?: TokenPrice;
  /** Reasoning, if its price differs from other output. */
  reasoning?: TokenPrice;
  /** USD per request, in addition to its tokens. */
  requestUsd?: number;
  /** The price depends on the time of day; these are the current ones. */
  changesInTheDay?: true;
}

/** A model's abilities and prices; a missing field means unknown. */
export interface ModelAbilities {
  /** Context window: prompt and response together. */
  contextTokens?: number;
  /** The longest response. */
  outputTokens?: number;
  /** Input modalities besides text. */
  images?: boolean;
  audio?: boolean;
  pdf?: boolean;
  video?: boolean;
  /** Output modalities besides text. */
  imagesOut?: boolean;
  audioOut?: boolean;
  tools?: boolean;
  /** The model reasons before it responds. */
  reasoning?: boolean;
  /** `YYYY-MM-DD`, or a prefix of it (`2025-08`). */
  released?: string;
  prices?: ModelPrices;
}

export type AbilityName = keyof ModelAbilities;

/** The source of each known ability. */
export type Origins = Partial<Record<AbilityName, FactOrigin>>;

/** The price per million tokens for a request with this much input. */
export function priceAt(price: TokenPrice, inputTokens: number): number {
  const tier = price.tiers?.findLast(({ aboveTokens }) => inputTokens > aboveTokens);
  return tier?.usd ?? price.usd;
}
