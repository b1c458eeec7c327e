// Schema of retention: how long the content of ended requests is kept. Events and hashes are kept forever.
import { z } from "zod";
import { DAYS_MAX, MEGABYTES_MAX } from "./retentionLimits.ts";

export const retentionSchema = z.strictObject({
  /** Delete content this many days after the request ended; null: no limit. */
  days: z.number().int().min(1).max(DAYS_MAX).nullable().default(null),
  /** Delete the oldest content above this many megabytes (10^6 bytes) per server; null: no limit. */
  megabytes: z.number().int().min(1).max(MEGABYTES_MAX).nullable().default(null),
  /** Delete images and audio as soon as the request has ended. */
  textOnly: z.boolean().default(false),
});
export type Retention = z.infer<typeof retentionSchema>;
