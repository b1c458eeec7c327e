// Schema of the redactions sent to main and stored in drafts. A separate file because the window needs no schemas.
import { z } from "zod";
import { REDACTIONS_MAX } from "./redaction.ts";
import type { Redaction } from "./redaction.ts";

/** Longest value, in UTF-16 units; a private key has a few thousand. */
const VALUE_MAX = 100_000;

const redactionSchema: z.ZodType<Redaction> = z.strictObject({
  kind: z
    .string()
    .regex(/^[a-z]+(-[a-z0-9]+)*$/)
    .max(60),
  value: z.string().min(1).max(VALUE_MAX),
});
export const redactionsSchema = z.array(redactionSchema).max(REDACTIONS_MAX);
