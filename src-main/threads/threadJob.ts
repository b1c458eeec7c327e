// One job on a thread of its own: its data at the start, its progress, one outcome. The thread ends with the job.
import type { Worker } from "node:worker_threads";
import { fail } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { JobMessage } from "./inThread.ts";
import { askThread, endThread, errorText, startThread } from "./thread.ts";

/** How long a write in progress may take, in milliseconds, on a slow disk. */
const WRITES_MS = 2000;

const internal = (detail: string): Outcome<never, Failure> =>
  fail({ kind: "internal", detail: detail.slice(0, 500) });
const CANCELLED: Outcome<never, Failure> = fail({ kind: "cancelled" });

export class ThreadJob<Progress, Result> {
  /** A failure of which the thread does not tell comes once the thread has ended, or does not in two seconds. */
  readonly outcome: Promise<Outcome<Result, Failure>>;
  readonly #worker: Worker;
  #resolve: (outcome: Outcome<Result, Failure>) => void = () => undefined;
  #isOver = false;
  #isAsked = false;

  /**
   * @param entry the thread's built entry, which calls `doJob`
   * @param job the thread's start data; it may open databases
   */
  constructor(entry: string | URL, job: { kind: string }, progress: (progress: Progress) => void) {
    this.outcome = new Promise((resolve) => (this.#resolve = resolve));
    this.#worker = startThread(entry, { workerData: job, name: job.kind, database: true });
    this.#worker.on("message", (told: JobMessage<Progress, Result>) => {
      if (this.#isOver) return;
      if (told.kind === "progress") return progress(told.progress);
      this.#isOver = true;
      this.#resolve(told.outcome);
    });
    this.#worker.once("error", (error) => void this.#fail(internal(errorText(error))));
    this.#worker.once("exit", (code) => {
      const silent = internal(`exited without a result: ${code}`);
      void this.#fail(this.#isAsked ? CANCELLED : silent);
    });
  }

  /** The outcome is `cancelled`, and no more progress is told. */
  stop(): void {
    void this.#fail(CANCELLED);
  }

  /** Asks the thread to stop, but takes what it reports, however long that takes. */
  ask(): void {
    this.#isAsked = true;
    askThread(this.#worker);
  }

  /** Only the first outcome counts: a thread that was stopped may still report one. */
  async #fail(outcome: Outcome<never, Failure>): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    await endThread(this.#worker, WRITES_MS);
    this.#resolve(outcome);
  }
}
