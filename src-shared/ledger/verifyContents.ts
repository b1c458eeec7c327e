// Verifies that contents match their commitments, or that a row records their deletion.
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

/** Adds counts, and the first fault in row order, to `result`. */
export function* verifyContents(
  source: LedgerSource,
  cryptography: Cryptography,
  rows: RowsRead,
  result: Verification,
): Generator<VerifyProgress, void> {
  let done = 0;
  for (const record of source.contents()) {
    verifyContent(record, source.kind, cryptography, rows, result);
    done += 1;
    if (done % STEP === 0) yield { stage: "contents", done };
  }
  endContents(source.kind, rows, result);
}

/** Checks one content against the rows. */
export function verifyContent(
  record: Unread<ContentRecord>,
  kind: LedgerSource["kind"],
  cryptography: Cryptography,
  rows: RowsRead,
  result: Verification,
): void {
  const checked = contentChecked(record, cryptography, kind);
  const { commitment } = checked;
  const known = commitment !== null;
  const seq = known ? (rows.referred.get(commitment) ?? null) : null;
  // What remains in `referred` is missing; a second content with the same commitment counts as stray.
  if (known) rows.referred.delete(commitment);
  const fault = known
    ? faultOf({ ...checked, commitment }, seq, rows, kind)
    : ({ kind: "content-malformed", seq, commitment: null } as const);
  if (fault !== null) result.fault = earlier(result.fault, fault);
  if (seq === null) result.contents.stray += 1;
  else if (checked.forgottenMs !== null) result.contents.forgotten += 1;
  else result.contents.kept += 1;
}

/** Reports the contents that rows refer to and that are not there. */
export function endContents(
  kind: LedgerSource["kind"],
  rows: RowsRead,
  result: Verification,
): void {
  for (const [commitment, seq] of rows.referred) {
    result.contents.absent += 1;
    if (kind === "export") continue;
    result.fault = earlier(result.fault, { kind: "content-missing", seq, commitment });
  }
}

/** The fault of the earlier row; faults without a row come last. */
function earlier(one: LedgerFault | null, other: LedgerFault): LedgerFault {
  if (one === null) return other;
  return (other.seq ?? Infinity) < (one.seq ?? Infinity) ? other : one;
}

/** A content checked on its own, without regard to the rows. */
interface CheckedContent {
  /** Null if malformed. */
  commitment: string | null;
  state: "malformed" | "forgotten" | "changed" | "whole";
  /** Null unless deleted. */
  forgottenMs: number | null;
}

/** Checks one content and its hash. */
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
  // Exports do not have this column.
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
    (kind === "ledger" && cryptography.bytes(body) !== length) ||
    // Only media have it, and what earlier versions wrote.
    ((sha256 ?? null) !== null && cryptography.sha256(body) !== sha256);
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
      // In an export, the row that deleted a stray content can be omitted.
      return recorded || (kind === "export" && seq === null)
        ? null
        : { kind: "content-forgotten-unrecorded", seq, commitment };
    }
  }
}
