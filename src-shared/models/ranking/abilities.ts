// What is known about a model and the source of each fact. A missing field means unknown, and everything must work
// without it.
import { z } from "zod";

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

const tokens = z.number().int().min(1).max(1_000_000_000);
const usd = z.number().min(0).max(1_000_000);

/** A price in USD per million tokens. */
const tokenPriceSchema = z.strictObject({
  usd,
  /**
   * Prices of longer requests, in ascending order: if the whole input is longer than `aboveTokens`, all tokens cost
   * `usd` (as providers bill it and `@pydantic/genai-prices` computes it).
   */
  tiers: z
    .array(z.strictObject({ aboveTokens: z.number().int().min(0), usd }))
    .max(20)
    .optional(),
});
export type TokenPrice = z.infer<typeof tokenPriceSchema>;

/** Prices of a model. A missing field means unknown; 0 is free. */
const modelPricesSchema = z.strictObject({
  input: tokenPriceSchema.optional(),
  output: tokenPriceSchema.optional(),
  /** Input read from the provider's cache. */
  cacheRead: tokenPriceSchema.optional(),
  cacheWrite: tokenPriceSchema.optional(),
  /** Audio, if its price differs from text. */
  audioInput: tokenPriceSchema.optional(),
  audioOutput: tokenPriceSchema.optional(),
  /** Reasoning, if its price differs from other output. */
  reasoning: tokenPriceSchema.optional(),
  /** USD per request, in addition to its tokens. */
  requestUsd: usd.optional(),
  /** The price depends on the time of day; these are the current ones. */
  changesInTheDay: z.literal(true).optional(),
});
export type ModelPrices = z.infer<typeof modelPricesSchema>;

/** A model's abilities and prices; a missing field means unknown, and overrides nothing. */
export const abilitiesSchema = z.strictObject({
  /** Context window: prompt and response together. */
  contextTokens: tokens.optional(),
  /** The longest response. */
  outputTokens: tokens.optional(),
  /** Input modalities besides text. */
  images: z.boolean().optional(),
  audio: z.boolean().optional(),
  pdf: z.boolean().optional(),
  video: z.boolean().optional(),
  /** Output modalities besides text. */
  imagesOut: z.boolean().optional(),
  audioOut: z.boolean().optional(),
  tools: z.boolean().optional(),
  /** The model reasons before it responds. */
  reasoning: z.boolean().optional(),
  /** `YYYY-MM-DD`, or a prefix of it (`2025-08`). */
  released: z
    .string()
    .regex(/^\d{4}(-\d{2}){0,2}$/)
    .optional(),
  prices: modelPricesSchema.optional(),
});
export type ModelAbilities = z.infer<typeof abilitiesSchema>;

export type AbilityName = keyof ModelAbilities;

/** The source of each known ability. */
export type Origins = Partial<Record<AbilityName, FactOrigin>>;
