// What verifying in the app needs, as types: a thread that reads the file, and what is known besides the file.
import type {
  Head,
  Known,
  LedgerFault,
  Verification,
} from "../../../src-shared/ledger/verification.ts";
import type { Verifying } from "../../../src-shared/ledger/verifying.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";

/** What the thread is started with. `key`: what the file is encrypted with. */
export interface VerifyStart {
  file: string;
  key: string | null;
  known: Known;
}

/** The same thread, to look whether the file is sound. */
export interface SoundnessStart {
  file: string;
  key: string | null;
  quick: true;
}

/** The same thread, to walk along the rows after one that is signed, until one that this run found at the end. */
export interface WalkStart {
  file: string;
  key: string | null;
  after: Head;
  until: Head;
}

/** `fault`: why those rows are not to be signed. */
export interface WalkResult {
  kind: "walked";
  fault: LedgerFault | null;
}

/** `found`: SQLite's own words on the first thing that is not sound, or null. */
export interface SoundnessResult {
  kind: "looked";
  found: string | null;
}

/** What the thread says. */
export type VerifyMessage =
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
