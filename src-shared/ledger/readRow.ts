// What a row of a file is, before its place in the chain is looked at.
import { Found, isCount, isHash, parsed } from "./found.ts";
import { LEDGER, LEDGER_BEGUN } from "./row.ts";
import type { LedgerRow } from "./row.ts";
import type { Unread } from "./verification.ts";

/** No field holds a line end: otherwise two rows of different fields could have one digest. */
const isLine = (value: unknown): value is string =>
  typeof value === "string" && !value.includes("\n");

/** Commitments joined by one space; empty where there are none. */
const MEDIA = /^(?:[0-9a-f]{64}(?: [0-9a-f]{64})*)?$/;

/** The row as what its columns hold. Throws `Found` where one of them holds something else. */
export function wellFormed(row: Unread<LedgerRow>, expected: number): LedgerRow {
  const { seq, sample, atMs, kind, facts, content, media, prev, hash } = row;
  const fine =
    isLine(sample) &&
    isLine(kind) &&
    isLine(facts) &&
    (content === null || isHash(content)) &&
    typeof media === "string" &&
    (media === "" || MEDIA.test(media)) &&
    isHash(prev) &&
    isHash(hash);
  if (!fine || !isCount(seq) || !isCount(atMs)) {
    throw new Found({ kind: "row-malformed", seq: isCount(seq) ? seq : expected });
  }
  return { seq, sample, atMs, kind, facts, content, media, prev, hash };
}

/** The name that the first row gives its ledger; null where it is no beginning. */
export const beginning = ({ kind, sample, facts }: LedgerRow): string | null =>
  kind === LEDGER_BEGUN && sample === LEDGER ? nameIn(facts) : null;

/** The name of a ledger in the facts of its first row. */
function nameIn(facts: string): string | null {
  const given = parsed(facts);
  const name = given !== null && "ledger" in given ? given.ledger : null;
  return typeof name === "string" ? name : null;
}
