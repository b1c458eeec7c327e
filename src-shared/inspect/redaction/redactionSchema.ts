// Checks what travels to main and is kept in drafts of what the user chose to keep from the model. Apart from the rest,
// for the window needs no schemas.
import { z } from "zod";
import { REDACTIONS_MAX } from "./redaction.ts";
import type { Redaction } from "./redaction.ts";

/** Longest value (a private key has a few thousand characters), in UTF-16 units. */
const VALUE_MAX = 100_000;

const redactionSchema: z.ZodType<Redaction> = z.strictObject({
  kind: z
    .string()
    .regex(/^[a-z]+(-[a-z0-9]+)*$/)
    .max(60),
  value: z.string().min(1).max(VALUE_MAX),
});
export const redactionsSchema = z.array(redactionSchema).max(REDACTIONS_MAX);
