// Schema of the user's overrides of a model's abilities and prices; checked on IPC and when read from disk.
import { z } from "zod";
import type { ModelAbilities } from "./ranking/abilities.ts";

const tokens = z.number().int().min(1).max(1_000_000_000);
const usd = z.number().min(0).max(1_000_000);
const price = z.strictObject({
  usd,
  tiers: z
    .array(z.strictObject({ aboveTokens: z.number().int().min(0), usd }))
    .max(20)
    .optional(),
});

/** Missing fields override nothing. */
export const abilitiesSchema: z.ZodType<ModelAbilities> = z.strictObject({
  contextTokens: tokens.optional(),
  outputTokens: tokens.optional(),
  images: z.boolean().optional(),
  audio: z.boolean().optional(),
  pdf: z.boolean().optional(),
  video: z.boolean().optional(),
  imagesOut: z.boolean().optional(),
  audioOut: z.boolean().optional(),
  tools: z.boolean().optional(),
  reasoning: z.boolean().optional(),
  released: z
    .string()
    .regex(/^\d{4}(-\d{2}){0,2}$/)
    .optional(),
  prices: z
    .strictObject({
      input: price.optional(),
      output: price.optional(),
      cacheRead: price.optional(),
      cacheWrite: price.optional(),
      audioInput: price.optional(),
      audioOutput: price.optional(),
      reasoning: price.optional(),
      requestUsd: usd.optional(),
      changesInTheDay: z.literal(true).optional(),
    })
    .optional(),
}) as z.ZodType<ModelAbilities>;
