// Owns the thread that verifies the ledger: starts it on request, ends it when the user stops it.
import type { Known, Verification } from "#shared/ledger/verification.ts";
import type { Verifying } from "#shared/ledger/verifying.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { LedgerVerifier, VerifyStart, VerifyMessage } from "../services/record/verifyPorts.ts";
import { endThread, startThread, errorText } from "./thread.ts";

export interface VerifierParts {
  /** The thread's built entry. */
  entry: string | URL;
  /** The ledger's current path and encryption key. */
  ledger(): { file: string; key: string | null };
}

type Result = Outcome<Verification, Failure>;

export class VerifierThread implements LedgerVerifier {
  readonly #parts: VerifierParts;
  #running: { promise: Promise<Result>; stop: () => void } | null = null;

  constructor(parts: VerifierParts) {
    this.#parts = parts;
  }

  verify(known: Known, progress: (verifying: Verifying) => void): Promise<Result> {
    // A second call while it runs gets the same result.
    this.#running ??= this.#start(known, progress);
    return this.#running.promise;
  }

  stop(): void {
    this.#running?.stop();
  }

  #start(
    known: Known,
    progress: (verifying: Verifying) => void,
  ): { promise: Promise<Result>; stop: () => void } {
    const start: VerifyStart = { ...this.#parts.ledger(), known };
    const worker = startThread(this.#parts.entry, {
      workerData: start,
      name: "verifier",
      database: true,
    });
    let end: (result: Result) => void = () => undefined;
    const promise = new Promise<Result>((resolve) => (end = resolve));
    let over = false;
    const ended = (result: Result): void => {
      if (over) return;
      over = true;
      this.#running = null;
      progress(null);
      end(result);
    };
    worker.on("message", (told: VerifyMessage) => {
      // The thread may still send messages after it was stopped.
      if (over) return;
      if (told.kind === "progress") progress(told.verifying);
      else if (told.kind === "done") ended(ok(told.result));
      else ended(unavailable(told.detail));
    });
    worker.on("error", (error) => ended(unavailable(errorText(error))));
    worker.once("exit", (code) => ended(unavailable(`exit code ${code}`)));
    const stop = (): void => {
      ended(fail<Failure>({ kind: "cancelled" }));
      void endThread(worker);
    };
    return { promise, stop };
  }
}

const unavailable = (detail: string): Result => fail({ kind: "ledger-unreadable", detail });
