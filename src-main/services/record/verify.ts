// Verifying the ledger from the window: with what is known of it besides its file.
import type { Known, Verification } from "../../../src-shared/ledger/verification.ts";
import type { Verifying } from "../../../src-shared/ledger/verifying.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import type { LedgerVerifier } from "./verifyPorts.ts";

export interface VerifyParts {
  verifier: LedgerVerifier;
  /** The key that signs, and the last row that was signed, kept apart from the file. */
  known(): Known;
  moved(verifying: Verifying): void;
}

export class VerifyService {
  readonly #parts: VerifyParts;

  constructor(parts: VerifyParts) {
    this.#parts = parts;
  }

  /** Reads the whole ledger; once at a time. `cancelled` when it was stopped. */
  verify(): Promise<Outcome<Verification, Failure>> {
    const { verifier, known, moved } = this.#parts;
    return verifier.verify(known(), moved);
  }

  stop(): null {
    this.#parts.verifier.stop();
    return null;
  }
}
