// The single dry run of the history thread: runs in slices between queries, reports progress, and resolves once.
import type { DryRun, DryRunning } from "#shared/ipc/rules.ts";
import type { JsonText } from "#shared/ledger/history.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { DryRunJob } from "./dryRun.ts";

/** The longest slice in milliseconds, which is how long a query may have to wait. */
const SLICE_MS = 12;
/** Interval of progress reports. */
const TELL_MS = 100;

type Answer = (outcome: Outcome<JsonText<DryRun>, Failure>) => void;

export class RunningDryRun {
  readonly #tell: (running: DryRunning) => void;
  readonly #nowMs: () => number;
  #job: DryRunJob | null = null;
  #toldAtMs = 0;

  constructor(tell: (running: DryRunning) => void, nowMs: () => number) {
    this.#tell = tell;
    this.#nowMs = nowMs;
  }

  /** @param begin creates the job; only called if none is running */
  start(begin: () => Outcome<DryRunJob, Failure>, answer: Answer): void {
    if (this.#job !== null) return answer(fail({ kind: "busy" }));
    const begun = begin();
    if (!begun.ok) return answer(begun);
    this.#job = begun.value;
    this.#tell(this.#job.running);
    this.#toldAtMs = this.#nowMs();
    this.#goOn(this.#job, answer);
  }

  cancel(): void {
    this.#job?.cancel();
  }

  /** Ends the run without a result. */
  end(): void {
    this.#job = null;
  }

  #goOn(job: DryRunJob, answer: Answer): void {
    if (this.#job !== job) return;
    let outcome: Outcome<JsonText<DryRun>, Failure> | null = null;
    try {
      if (!job.step(SLICE_MS)) outcome = ok(job.result());
    } catch (error) {
      // The index was rebuilt meanwhile, or cannot be read.
      const detail = error instanceof Error ? error.message.slice(0, 500) : "";
      outcome = fail({ kind: "history-unavailable", detail });
    }
    if (outcome === null) {
      if (this.#nowMs() - this.#toldAtMs > TELL_MS) {
        this.#tell(job.running);
        this.#toldAtMs = this.#nowMs();
      }
      // Let pending messages run first.
      setImmediate(() => this.#goOn(job, answer));
      return;
    }
    this.#job = null;
    this.#tell(null);
    answer(outcome);
  }
}
