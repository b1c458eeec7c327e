// Whether the texts that the rows refer to are the ones that they were written with, or were forgotten by a row.
import { isCount, isHash } from "./found.ts";
import type { RowsRead } from "./found.ts";
import type {
  ContentRecord,
  Cryptography,
  LedgerFault,
  LedgerSource,
  Unread,
  Verification,
  VerifyProgress,
} from "./verification.ts";

const STEP = 10_000;
const SALT_BYTES = 32;

/** Puts the counts, and the first fault in the order of the rows, into `result`. */
export function* verifyContents(
  source: LedgerSource,
  cryptography: Cryptography,
  rows: RowsRead,
  result: Verification,
): Generator<VerifyProgress, void> {
  let done = 0;
  for (const record of source.contents()) {
    const checked = contentChecked(record, cryptography, source.kind);
    const { commitment } = checked;
    const known = commitment !== null;
    const seq = known ? (rows.referred.get(commitment) ?? null) : null;
    // What is left in the end is not there; a second one of the same belongs to no row.
    if (known) rows.referred.delete(commitment);
    const fault = known
      ? faultOf({ ...checked, commitment }, seq, rows, source.kind)
      : ({ kind: "content-malformed", seq, commitment: null } as const);
    if (fault !== null) result.fault = earlier(result.fault, fault);
    if (seq === null) result.contents.stray += 1;
    else if (checked.forgottenMs !== null) result.contents.forgotten += 1;
    else result.contents.kept += 1;
    done += 1;
    if (done % STEP === 0) yield { stage: "contents", done };
  }
  absent(source, rows, result);
}

/** What rows refer to and is not there. */
function absent(source: LedgerSource, rows: RowsRead, result: Verification): void {
  for (const [commitment, seq] of rows.referred) {
    result.contents.absent += 1;
    if (source.kind === "export") continue;
    result.fault = earlier(result.fault, { kind: "content-missing", seq, commitment });
  }
}

/** A fault without a row comes after all others. */
function earlier(one: LedgerFault | null, other: LedgerFault): LedgerFault {
  if (one === null) return other;
  return (other.seq ?? Infinity) < (one.seq ?? Infinity) ? other : one;
}

/** A text as its own bytes show it; what rows say of it is not looked at. */
interface CheckedContent {
  /** Null where it is none. */
  commitment: string | null;
  state: "malformed" | "forgotten" | "changed" | "whole";
  /** Of one that was forgotten. */
  forgottenMs: number | null;
}

/** Looks at one text and hashes it. */
function contentChecked(
  record: Unread<ContentRecord>,
  cryptography: Cryptography,
  kind: LedgerSource["kind"],
): CheckedContent {
  const { sha256, salt, body, length, forgottenMs } = record;
  const commitment = isHash(record.commitment) ? record.commitment : null;
  const told = (state: CheckedContent["state"], atMs: number | null = null): CheckedContent => ({
    commitment,
    state,
    forgottenMs: atMs,
  });
  // Columns that only a ledger has.
  const counted = kind === "export" || isCount(length);
  if (body === null) {
    const whole = salt === null && (sha256 ?? null) === null && isCount(forgottenMs) && counted;
    return whole ? told("forgotten", forgottenMs) : told("malformed", 0);
  }
  const whole =
    (typeof body === "string" || body instanceof Uint8Array) &&
    salt instanceof Uint8Array &&
    salt.length === SALT_BYTES &&
    forgottenMs === null &&
    counted;
  if (!whole) return told("malformed");
  const changed =
    cryptography.committed(salt, body) !== commitment ||
    (kind === "ledger" &&
      (cryptography.sha256(body) !== sha256 || cryptography.bytes(body) !== length));
  return told(changed ? "changed" : "whole");
}

function faultOf(
  { commitment, state, forgottenMs }: CheckedContent & { commitment: string },
  seq: number | null,
  rows: RowsRead,
  kind: LedgerSource["kind"],
): LedgerFault | null {
  switch (state) {
    case "whole":
      return null;
    case "malformed":
      return { kind: "content-malformed", seq, commitment };
    case "changed":
      return { kind: "content-changed", seq, commitment };
    case "forgotten": {
      const recorded = rows.forgotten.get(commitment) === forgottenMs;
      // What no row of this file refers to may have been forgotten by a row that it leaves out.
      return recorded || (kind === "export" && seq === null)
        ? null
        : { kind: "content-forgotten-unrecorded", seq, commitment };
    }
  }
}
