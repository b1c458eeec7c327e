// How long the content of a server's ended requests is kept. Facts and hashes stay for good.
import { z } from "zod";
import { DAYS_MAX, MEGABYTES_MAX } from "./retentionLimits.ts";

export const retentionSchema = z.strictObject({
  /** Content goes so many days after its request has ended; null: never for its age. */
  days: z.number().int().min(1).max(DAYS_MAX).nullable().default(null),
  /** The oldest content goes while there is more than so many megabytes (10^6 bytes) of a server; null: never for that. */
  megabytes: z.number().int().min(1).max(MEGABYTES_MAX).nullable().default(null),
  /** Images and sounds go once the request has ended. */
  textOnly: z.boolean().default(false),
});
export type Retention = z.infer<typeof retentionSchema>;
