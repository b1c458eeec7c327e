// The localised texts of a report, prepared by the window; main adds the contents of the ledger.
import { LANGUAGE_CODES } from "../languages.ts";
import { z } from "zod";

const word = z.string().max(5000);

/** Labels of facts; `where` labels the command or address. */
export const factNames = [
  ...(["id", "received", "ended", "claims", "transport", "where", "protocol", "call"] as const),
] as const;
export type FactName = (typeof factNames)[number];

export const reportPlanSchema = z.strictObject({
  language: z.enum(LANGUAGE_CODES),
  /** How the request ended. */
  outcome: word,
  /** A note on deleted content; null if there is none. */
  forgotten: word.nullable(),
  facts: z.record(z.enum(factNames), word),
  /** The localised name of the transport. */
  transport: word,
  /** Texts of each document, by its id. `by` can be a model's name. */
  documents: z.array(z.strictObject({ id: word, title: word, by: word })).max(100_000),
  /** Shown in place of deleted content. */
  forgottenHere: word,
  /** Headings of a request: the system prompt, and the remaining fields. */
  system: word,
  rest: word,
  /** Texts of each ledger row: what happened, and who did it, with rules by name. */
  events: z.strictObject({
    title: word,
    head: z.array(word).length(5),
    rows: z.array(z.strictObject({ seq: z.number(), what: word, who: word })).max(100_000),
  }),
  /** When the report was made. */
  made: word,
});
export type ReportPlan = z.infer<typeof reportPlanSchema>;
