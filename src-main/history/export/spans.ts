// Which spans of the hash chain an export needs. Signed rows allow leaving out what lies between, so that a selection
// from a large ledger is small.
import type { Head } from "#shared/ledger/verification.ts";

/** A range of rows, both ends included. */
export interface Span {
  first: number;
  last: number;
}

/** A gap costs about as much as a few rows, so shorter ones are not worth it. */
const WORTH_ROWS = 64;

/**
 * The spans that contain the wanted rows, in order. Each but the first starts after a signed row and each ends with
 * one, so that the rows in between can be left out (FORMAT.md, "To verify", 6). If the end is not signed, nothing can
 * be left out.
 * @param wanted row numbers, ascending
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
  // The first row names the ledger, so it is always included.
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
