// Types for verifying the ledger on a worker thread.
import type { Head, Known, LedgerFault, Verification } from "#shared/ledger/verification.ts";
import type { Verifying } from "#shared/ledger/verifying.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";

/** The thread's start data. `key`: the ledger's encryption key. */
export interface VerifyStart {
  file: string;
  key: string | null;
  known: Known;
}

/** The same thread, for SQLite's quick check. */
export interface SoundnessStart {
  file: string;
  key: string | null;
  quick: true;
}

/** The same thread, to verify the rows between a signed one and the last one known to this process. */
export interface WalkStart {
  file: string;
  key: string | null;
  after: Head;
  until: Head;
}

/** `fault`: why those rows must not be signed. */
export interface WalkResult {
  kind: "walked";
  fault: LedgerFault | null;
}

/** `found`: SQLite's first error message, or null. */
export interface SoundnessResult {
  kind: "looked";
  found: string | null;
}

/** Messages from the thread. */
export type VerifyMessage =
  | { kind: "progress"; verifying: NonNullable<Verifying> }
  | { kind: "done"; result: Verification }
  | { kind: "failed"; detail: string };

/** Verifies the ledger on a thread of its own; one run at a time. */
export interface LedgerVerifier {
  /** Verifies the whole ledger. Fails with `cancelled` after `stop`. */
  verify(): Promise<Outcome<Verification, Failure>>;
  stop(): void;
}
