// What to redact, as sent to main and stored in drafts. The window loads no schemas at its start.
import { z } from "zod";
import { REDACTIONS_MAX } from "./redactMarks.ts";

/** Longest value, in UTF-16 units; a private key has a few thousand. */
const VALUE_MAX = 100_000;

/** A value to redact, and the kind of its finding, which names the placeholder. */
const redactionSchema = z.strictObject({
  kind: z
    .string()
    .regex(/^[a-z]+(-[a-z0-9]+)*$/)
    .max(60),
  value: z.string().min(1).max(VALUE_MAX),
});
export type Redaction = z.infer<typeof redactionSchema>;

export const redactionsSchema = z.array(redactionSchema).max(REDACTIONS_MAX);
