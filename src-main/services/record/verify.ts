// Verifies the ledger for the window, against what is known besides its file.
import type { Known, Verification } from "#shared/ledger/verification.ts";
import type { Verifying } from "#shared/ledger/verifying.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { LedgerVerifier } from "./verifyPorts.ts";

export interface VerifyParts {
  verifier: LedgerVerifier;
  /** The signing key and the last signed row, which are stored apart from the ledger. */
  known(): Known;
  moved(verifying: Verifying): void;
}

export class VerifyService {
  readonly #parts: VerifyParts;

  constructor(parts: VerifyParts) {
    this.#parts = parts;
  }

  /** Verifies the whole ledger; one run at a time. Fails with `cancelled` when stopped. */
  verify(): Promise<Outcome<Verification, Failure>> {
    const { verifier, known, moved } = this.#parts;
    return verifier.verify(known(), moved);
  }

  stop(): null {
    this.#parts.verifier.stop();
    return null;
  }
}
