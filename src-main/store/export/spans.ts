// Which stretches of the chain an export needs: a selection out of many rows is small where signatures vouch for it.
import type { Head } from "../../../src-shared/ledger/verification.ts";

/** Rows from the first to the last one, both included. */
export interface Span {
  first: number;
  last: number;
}

/** A gap costs a line, as a row that is left out does: below this nothing is gained. */
const WORTH_ROWS = 64;

/**
 * The stretches that hold the wanted rows, in order. Each but the first begins after a row that is signed, and each
 * ends with one, so that what lies between may be left out altogether (FORMAT.md, "To verify", 6). Where the end is not
 * signed, nothing may be left out.
 * @param wanted numbers of rows, ascending
 * @param signed rows that checkpoints sign, ascending
 */
export function spansOf(
  wanted: readonly number[],
  signed: readonly Pick<Head, "seq">[],
  head: number,
): Span[] {
  const last = wanted.at(-1) ?? 1;
  const end = signed.find(({ seq }) => seq >= last)?.seq;
  if (end === undefined) return [{ first: 1, last: head }];
  // The first row names the ledger.
  const spans: Span[] = [{ first: 1, last: signed[0]?.seq ?? end }];
  let at = 0;
  for (const seq of wanted) {
    const span = spans.at(-1);
    if (span === undefined || seq <= span.last) continue;
    while ((signed[at + 1]?.seq ?? Infinity) < seq) at += 1;
    const before = signed[at]?.seq ?? 0;
    const after = signed[at + 1]?.seq ?? end;
    if (before - span.last < WORTH_ROWS) span.last = after;
    else spans.push({ first: before + 1, last: after });
  }
  return spans;
}
