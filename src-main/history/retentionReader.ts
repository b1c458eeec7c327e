// Sends retention queries to a worker thread, one at a time.
import { fail } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { FileJobThread } from "./fileJobs.ts";
import type { RetentionAnswer, RetentionCall } from "./retention/retentionJob.ts";

export class RetentionReader {
  readonly #jobs: FileJobThread;
  readonly #of: () => { ledger: string; key: string | null };
  #turn: Promise<unknown> = Promise.resolve();
  #closed = false;
  /** The number of the latest preview; outdated ones are skipped. */
  #latest = 0;

  /** @param of the current path of the ledger and its encryption key */
  constructor(jobs: FileJobThread, of: () => { ledger: string; key: string | null }) {
    this.#jobs = jobs;
    this.#of = of;
  }

  ask(ask: RetentionCall): Promise<Outcome<RetentionAnswer, Failure>> {
    const number = ask.kind === "reach" ? (this.#latest += 1) : 0;
    const answer = this.#turn.then(() => this.#run(ask, number));
    this.#turn = answer.catch(() => undefined);
    return answer;
  }

  close(): void {
    this.#closed = true;
    this.#jobs.cancel();
  }

  async #run(ask: RetentionCall, number: number): Promise<Outcome<RetentionAnswer, Failure>> {
    const outdated = ask.kind === "reach" && number < this.#latest;
    if (this.#closed || outdated) return fail({ kind: "cancelled" });
    return this.#jobs.run({ kind: "retention", ...this.#of(), ask }, () => undefined);
  }
}
