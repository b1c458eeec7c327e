// What verifying in the app needs, as types: a thread that reads the file, and what is known besides the file.
import type {
  Head,
  Known,
  LedgerFault,
  Verification,
} from "../../../src-shared/ledger/verification.ts";
import type { Verifying } from "../../../src-shared/ledger/verifying.ts";
import type { SpentDifference } from "../../../src-shared/models/cost/spentCheck.ts";
import type { SpentDay } from "../../../src-shared/models/cost/spending.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";

/** What the thread is started with. `key`: what the file is encrypted with. */
export interface VerifyStart {
  file: string;
  key: string | null;
  known: Known;
  /** The built entry of the threads that help. */
  hashing?: string;
}

/** The same thread, to look whether the file is sound, and whether its sums follow from its rows. */
export interface LookStart {
  file: string;
  key: string | null;
  known: Known;
  /** False where it was looked through as SQLite does before it was opened. */
  quick: boolean;
}

/** The same thread, to walk along the rows after one that is signed, until one that this run found at the end. */
export interface WalkStart {
  file: string;
  key: string | null;
  after: Head;
  until: Head;
}

/** `fault`: why those rows are not to be signed. */
export interface WalkTold {
  kind: "walked";
  fault: LedgerFault | null;
}

/** What was found of the sums of what generations took. */
export interface SpentFound {
  /** The name that the ledger gives itself. */
  ledger: string;
  /** Which do not fit the rows. */
  differences: SpentDifference[];
  /**
   * Those that differ, as they should be by the rows up to `seq`, and as they stood then. With the former what nobody can
   * attribute, and no sum holds.
   */
  rows: SpentDay[];
  kept: SpentDay[];
  seq: number;
}

/**
 * `found`: SQLite's own words on the first thing that is not sound, or null. `spent`: sums that do not fit the rows, and
 * whether the rows themselves verify, null while they are read; null where all fit, or were not looked at.
 */
export interface LookTold {
  kind: "looked";
  found: string | null;
  spent: (SpentFound & { verified: boolean | null }) | null;
}

/** What the thread says. */
export type VerifyTold =
  | { kind: "progress"; verifying: NonNullable<Verifying> }
  | { kind: "done"; result: Verification }
  | { kind: "failed"; detail: string };

/** Verifies the ledger on a thread of its own; one at a time. */
export interface LedgerVerifier {
  /** `cancelled` once `stop` was called. */
  verify(
    known: Known,
    progress: (verifying: Verifying) => void,
  ): Promise<Outcome<Verification, Failure>>;
  stop(): void;
}
