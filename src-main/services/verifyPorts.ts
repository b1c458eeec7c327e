// What verifying in the app needs, as types: a thread that reads the file, and what is known besides the file.
import type { Known, Verification } from "../../src-shared/ledger/verification.ts";
import type { Verifying } from "../../src-shared/ledger/verifying.ts";
import type { Failure, Outcome } from "../../src-shared/outcome.ts";

/** What the thread is started with. `key`: what the file is encrypted with. */
export interface VerifyStart {
  file: string;
  key: string | null;
  known: Known;
  /** The built entry of the thread that hashes texts. */
  hashing?: string;
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
