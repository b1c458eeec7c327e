// Writes to the ledger on the desk's behalf: decisions fail closed, facts wait in memory until they can
// be written, in order, before anything newer.
import type { Outcome } from "../../src-shared/outcome.ts";
import { ok } from "../../src-shared/outcome.ts";
import type { Ledger, LedgerEntry } from "./ports.ts";

export class Recorder {
  readonly #ledger: Ledger;
  readonly #changed: () => void;
  #waiting: LedgerEntry[] = [];
  #failure: string | null = null;

  constructor(ledger: Ledger, changed: () => void) {
    this.#ledger = ledger;
    this.#changed = changed;
  }

  /** Why nothing can be recorded; null while the ledger works. */
  get failure(): string | null {
    return this.#failure;
  }

  /** Durable, all of them, when ok. Otherwise none of them happened. */
  decisions(rows: readonly LedgerEntry[]): Outcome<void, { kind: "not-recorded"; detail: string }> {
    const before = this.#flush();
    return before.ok ? this.#told(this.#ledger.appendAll(rows)) : before;
  }

  /** Recorded now, or as soon as the ledger works again. */
  fact(row: LedgerEntry): void {
    this.#waiting.push(row);
    this.#flush();
  }

  #flush(): Outcome<void, { kind: "not-recorded"; detail: string }> {
    while (this.#waiting[0] !== undefined) {
      const done = this.#told(this.#ledger.append(this.#waiting[0]));
      if (!done.ok) return done;
      this.#waiting.shift();
    }
    return ok(undefined);
  }

  /** Says it where whether anything can be recorded has changed. */
  #told(result: ReturnType<Ledger["append"]>): ReturnType<Ledger["append"]> {
    const failure = result.ok ? null : result.failure.detail;
    if (failure !== this.#failure) {
      this.#failure = failure;
      this.#changed();
    }
    return result;
  }
}
