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
} from "./verification.ts";

const SALT_BYTES = 32;

/**
 * Checks contents against the rows, while these are read or after them. Of what is in order, only
 * deletions are kept. Counts and the first fault in row order go to `result`.
 */
export class ContentsWalk {
  readonly #kind: LedgerSource["kind"];
  readonly #cryptography: Cryptography;
  readonly #rows: RowsRead;
  readonly #result: Verification;
  /** Contents that a later row may refer to, or tell the deletion of; null once there are no more rows. */
  #waiting: CheckedContent[] | null = [];

  constructor(
    kind: LedgerSource["kind"],
    cryptography: Cryptography,
    rows: RowsRead,
    result: Verification,
  ) {
    this.#kind = kind;
    this.#cryptography = cryptography;
    this.#rows = rows;
    this.#result = result;
  }

  step(record: Unread<ContentRecord>): void {
    const checked = contentChecked(record, this.#cryptography, this.#kind);
    const isReferred = this.#rows.referred.has(checked.commitment ?? "");
    if (this.#waiting === null || (isReferred && checked.state !== "forgotten")) {
      this.#settle(checked);
    } else this.#waiting.push(checked);
  }

  /** All rows have been read. */
  rowsEnd(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const checked of waiting) this.#settle(checked);
  }

  /** Reports the contents that rows refer to and that are not there. */
  end(): void {
    for (const [commitment, seq] of this.#rows.referred) {
      this.#result.contents.absent += 1;
      if (this.#kind === "export") continue;
      this.#found({ kind: "content-missing", seq, commitment });
    }
  }

  #settle(checked: CheckedContent): void {
    const { commitment } = checked;
    const { referred } = this.#rows;
    const seq = referred.get(commitment ?? "") ?? null;
    // What remains there is missing; a second content with the same commitment counts as stray.
    referred.delete(commitment ?? "");
    if (commitment === null) this.#found({ kind: "content-malformed", seq, commitment });
    else this.#found(faultOf({ ...checked, commitment }, seq, this.#rows, this.#kind));
    const { contents } = this.#result;
    if (seq === null) contents.stray += 1;
    else if (checked.forgottenMs !== null) contents.forgotten += 1;
    else contents.kept += 1;
  }

  #found(fault: LedgerFault | null): void {
    if (fault !== null) this.#result.fault = earlier(this.#result.fault, fault);
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
