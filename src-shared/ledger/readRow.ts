// Checks the columns of a row from a file, before its place in the chain is verified.
import { isJsonObject } from "../json.ts";
import { onceIn } from "../jsonText.ts";
import { Found, isCount, isHash, parsed } from "./found.ts";
import { LEDGER, LEDGER_BEGUN } from "./row.ts";
import type { LedgerRow } from "./row.ts";
import type { Unread } from "./verification.ts";

/** Fields must not contain line breaks, otherwise different rows could have the same digest. */
const isLine = (value: unknown): value is string =>
  typeof value === "string" && !value.includes("\n");

/** Commitments separated by one space; empty if there are none. */
const MEDIA = /^(?:[0-9a-f]{64}(?: [0-9a-f]{64})*)?$/;

/** The row with checked columns. Throws `Found` if one is malformed. */
export function wellFormed(row: Unread<LedgerRow>, expected: number): LedgerRow {
  const { seq, sample: request, atMs, kind, facts, content, media, prev, hash } = row;
  const fine =
    isLine(request) &&
    isLine(kind) &&
    isLine(facts) &&
    isJsonObject(onceIn(facts)) &&
    (content === null || isHash(content)) &&
    typeof media === "string" &&
    (media === "" || MEDIA.test(media)) &&
    isHash(prev) &&
    isHash(hash);
  if (!fine || !isCount(seq) || !isCount(atMs)) {
    throw new Found({ kind: "row-malformed", seq: isCount(seq) ? seq : expected });
  }
  return { seq, sample: request, atMs, kind, facts, content, media, prev, hash };
}

/** The ledger's name in its first row; null if the row is not a valid first row. */
export const beginning = ({ kind, sample: request, facts }: LedgerRow): string | null =>
  kind === LEDGER_BEGUN && request === LEDGER ? nameIn(facts) : null;

/** The `ledger` field of the first row's facts. */
function nameIn(facts: string): string | null {
  const given = parsed(facts);
  const name = given !== null && "ledger" in given ? given.ledger : null;
  return typeof name === "string" ? name : null;
}
