// Computes a request's state from its rows by applying `advance` to their events. Deleted content is empty there and
// never an error.
import { advance } from "../request/life/advance.ts";
import type { HeldRequest } from "../request/life/heldRequest.ts";
import type { Step } from "../request/life/steps.ts";
import type { ReadRow } from "./row.ts";
import { eventOf } from "./rowEvent.ts";

export interface Folded {
  request: HeldRequest;
  /** Kinds of rows that did not apply; always empty for a ledger written by Countersign. */
  odd: string[];
}

type Skipped = (row: ReadRow) => void;

/**
 * Folds the rows of one sample, in order. Rows that make no sense throw; with `skipped`, they are told to it and left
 * out. Null if they do not start with `received`: then they belong to an elicitation, or to a request of which only the
 * end could be recorded.
 */
export function fold(
  rows: readonly ReadRow[],
  skipped?: Skipped,
  read: typeof eventOf = eventOf,
): Folded | null {
  let request: HeldRequest | null = null;
  const odd: string[] = [];
  for (const row of rows) {
    const step = stepOf(row, request, { read, skipped });
    if (step === undefined) continue;
    if (step !== null) request = step.request;
    else if (request === null) return null;
    else odd.push(row.kind);
  }
  return request === null ? null : { request, odd };
}

/** Null where the row does not apply, undefined where it changes nothing. */
function stepOf(
  row: ReadRow,
  request: HeldRequest | null,
  { read, skipped }: { read: typeof eventOf; skipped: Skipped | undefined },
): Step | null | undefined {
  try {
    const event = read(row, request);
    return event === null ? undefined : advance(request, event);
  } catch (error) {
    if (skipped === undefined) throw error;
    skipped(row);
    return null;
  }
}
