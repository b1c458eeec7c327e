// The words of a page about one request, as the window says them: whoever writes the page puts in what the record holds.
import { LANGUAGE_CODES } from "../languages.ts";
import { z } from "zod";

const word = z.string().max(5000);

/** Labels of facts; `where` is that of a command or an address. */
export const factNames = [
  ...(["id", "received", "ended", "claims", "transport", "where", "protocol", "call"] as const),
] as const;
export type FactName = (typeof factNames)[number];

export const reportPlanSchema = z.strictObject({
  language: z.enum(LANGUAGE_CODES),
  /** How it ended. */
  outcome: word,
  /** What of it was forgotten; null: nothing. */
  forgotten: word.nullable(),
  facts: z.record(z.enum(factNames), word),
  /** What the transport is called. */
  transport: word,
  /** One of each document, by its id. `by` may be a model's own name. */
  documents: z.array(z.strictObject({ id: word, title: word, by: word })).max(100_000),
  /** In place of a document whose content was forgotten. */
  forgottenHere: word,
  /** Headings within a request: its system prompt, what is neither prompt nor message. */
  system: word,
  rest: word,
  /** What each row of the record says, and who did it: the rule by its name. */
  events: z.strictObject({
    title: word,
    head: z.array(word).length(5),
    rows: z.array(z.strictObject({ seq: z.number(), what: word, who: word })).max(100_000),
  }),
  /** When the page was made. */
  made: word,
});
export type ReportPlan = z.infer<typeof reportPlanSchema>;
