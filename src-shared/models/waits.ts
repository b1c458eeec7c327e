// How long the user lets one model be silent, over what is usual for its provider.
import { z } from "zod";

/** Two hours; a model that is silent for longer is not coming back. */
export const WAIT_SECONDS_MAX = 7200;
const seconds = z.number().int().min(1).max(WAIT_SECONDS_MAX);

export const modelWaitsSchema = z.strictObject({
  /** Until the provider's address is connected to, by whatever proxy and encryption. */
  connectSeconds: seconds.optional(),
  /** Until the first piece of an answer. */
  firstTokenSeconds: seconds.optional(),
  /** Between two pieces. */
  idleSeconds: seconds.optional(),
});
export type ModelWaits = z.infer<typeof modelWaitsSchema>;
