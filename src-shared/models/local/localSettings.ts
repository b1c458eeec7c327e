// How a local model is to run, as it is kept and checked; apart from what is reckoned with it, which the window
// needs at its start.
import { z } from "zod";

/** How one local model is to run; a member that is missing stands at its default. */
export const localSettingsSchema = z.strictObject({
  /** The largest context that is opened; never more than the model was made for. */
  contextTokens: z.number().int().min(256).max(4_194_304).optional(),
  threads: z.number().int().min(1).max(512).optional(),
  /** Layers that run on the graphics device, where there is one. */
  gpuLayers: z.number().int().min(0).max(1000).optional(),
  /** Minutes without a request after which the model leaves memory; null: never by itself. */
  idleMinutes: z.number().int().min(0).max(1440).nullable().optional(),
  /** Load it although more memory is needed than is free. */
  despiteMemory: z.literal(true).optional(),
});
export type LocalSettings = z.infer<typeof localSettingsSchema>;
