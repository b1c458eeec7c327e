// What the user lets travel to a provider beside the document. Nothing does by itself.
import { z } from "zod";

export const generationOptionsSchema = z.strictObject({
  /** The request's `metadata` goes along as the provider's own options (2025-11-25, client/sampling). */
  passMetadata: z.literal(true).optional(),
  /** The model is asked for one tool call at a time, where the provider knows how. */
  parallelToolCalls: z.literal(false).optional(),
});
export type GenerationOptions = z.infer<typeof generationOptionsSchema>;
