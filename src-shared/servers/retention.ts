// How long the content of a server's ended requests is kept. Facts and hashes stay for good.
import { z } from "zod";

export const DAYS_MAX = 36_500;
export const MEGABYTES_MAX = 1_000_000;

export const retentionSchema = z.strictObject({
  /** Content goes so many days after its request has ended; null: never for its age. */
  days: z.number().int().min(1).max(DAYS_MAX).nullable().default(null),
  /** The oldest content goes while there is more than so many megabytes (10^6 bytes) of a server; null: never for that. */
  megabytes: z.number().int().min(1).max(MEGABYTES_MAX).nullable().default(null),
  /** Images and sounds go once the request has ended. */
  textOnly: z.boolean().default(false),
});
export type Retention = z.infer<typeof retentionSchema>;

/** What holds where a person has chosen nothing: everything is kept. */
export const keepAll: Retention = { days: null, megabytes: null, textOnly: false };
