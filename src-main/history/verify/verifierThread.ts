// Owns the thread that verifies the ledger: starts it on request, ends it when the user stops it.
import type { Known, Verification } from "#shared/ledger/verification.ts";
import type { Verifying } from "#shared/ledger/verifying.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { endThread, startThread, errorText } from "../../threads/thread.ts";

/** The thread's start data. `key`: the ledger's encryption key. */
export interface VerifyStart {
  file: string;
  key: string | null;
  known: Known;
}

/** Messages from the thread. */
export type VerifyMessage =
  | { kind: "progress"; verifying: NonNullable<Verifying> }
  | { kind: "done"; result: Verification }
  | { kind: "failed"; detail: string };

export interface VerifierParts {
  /** The thread's built entry. */
  entry: string | URL;
  /** The ledger's current path and encryption key. */
  ledger(): { file: string; key: string | null };
  /** The signing key and the last signed row, which are stored apart from the ledger. */
  known(): Known;
  /** Progress; null once it has ended. */
  moved(verifying: Verifying): void;
}

type Result = Outcome<Verification, Failure>;

export class VerifierThread {
  readonly #parts: VerifierParts;
  #running: { promise: Promise<Result>; stop: () => void } | null = null;

  constructor(parts: VerifierParts) {
    this.#parts = parts;
  }

  /** Verifies the whole ledger, one run at a time. Fails with `cancelled` after `stop`. */
  verify(): Promise<Result> {
    // A second call while it runs gets the same result.
    this.#running ??= this.#start();
    return this.#running.promise;
  }

  stop(): void {
    this.#running?.stop();
  }

  #start(): { promise: Promise<Result>; stop: () => void } {
    const { entry, ledger, known, moved } = this.#parts;
    const start: VerifyStart = { ...ledger(), known: known() };
    const worker = startThread(entry, {
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
      moved(null);
      end(result);
    };
    worker.on("message", (told: VerifyMessage) => {
      // The thread may still send messages after it was stopped.
      if (over) return;
      if (told.kind === "progress") moved(told.verifying);
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
