// Puts a request together again from its rows: `advance` over the events that they are. What was forgotten is empty in
// it, and never a reason to fail.
import { advance } from "../sampling/life/advance.ts";
import type { Sample } from "../sampling/life/sample.ts";
import type { ReadRow } from "./row.ts";
import { eventOf } from "./rowEvent.ts";

export interface Folded {
  sample: Sample;
  /** Rows that did not apply, as the kind of each: none in a ledger that Countersign wrote. */
  odd: string[];
}

/**
 * The request of these rows (all of one sample, in order), or null where they do not begin with a `received`: then
 * they are of a question to the user, or of a request of which nothing could be recorded but its end.
 */
export function fold(rows: readonly ReadRow[]): Folded | null {
  let sample: Sample | null = null;
  const odd: string[] = [];
  for (const row of rows) {
    const event = eventOf(row, sample);
    if (event === null) continue;
    const step = advance(sample, event);
    if (step !== null) sample = step.sample;
    else if (sample === null) return null;
    else odd.push(row.kind);
  }
  return sample === null ? null : { sample, odd };
}
