// Timeouts for one model that replace its provider's defaults.
import { z } from "zod";

/** Two hours: a model that is silent for longer will not respond. */
export const WAIT_SECONDS_MAX = 7200;
const seconds = z.number().int().min(1).max(WAIT_SECONDS_MAX);

export const modelWaitsSchema = z.strictObject({
  /** Until the connection is established, including proxy and TLS. */
  connectSeconds: seconds.optional(),
  /** Until the first chunk of a response. */
  firstTokenSeconds: seconds.optional(),
  /** Between two chunks. */
  idleSeconds: seconds.optional(),
});
export type ModelWaits = z.infer<typeof modelWaitsSchema>;
