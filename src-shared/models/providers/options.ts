// What the user allows to be sent to a provider besides the document; nothing by default.
import { z } from "zod";

export const generationOptionsSchema = z.strictObject({
  /** Send the request's `metadata` as provider options (2025-11-25, client/sampling). */
  passMetadata: z.literal(true).optional(),
  /** Ask the model for one tool call at a time, if the provider supports it. */
  parallelToolCalls: z.literal(false).optional(),
});
export type GenerationOptions = z.infer<typeof generationOptionsSchema>;
