// Schema of a local model's settings. Kept apart from `local.ts` so that the window does not load zod at startup.
import { z } from "zod";

/** Settings of one local model; a missing field means the default. */
export const localSettingsSchema = z.strictObject({
  /** Limit of the context, in addition to the model's own. */
  contextTokens: z.number().int().min(256).max(4_194_304).optional(),
  threads: z.number().int().min(1).max(512).optional(),
  /** Number of layers to run on the GPU, if there is one. */
  gpuLayers: z.number().int().min(0).max(1000).optional(),
  /** Unload the model after this many minutes without a request; null: never. */
  idleMinutes: z.number().int().min(0).max(1440).nullable().optional(),
  /** Load the model even if it needs more memory than is available. */
  despiteMemory: z.literal(true).optional(),
});
export type LocalSettings = z.infer<typeof localSettingsSchema>;
