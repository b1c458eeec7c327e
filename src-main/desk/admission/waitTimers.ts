// Looks at the clock for requests that nobody decides in time: each waits so long at a gate, by the user's own limit,
// then it is refused. Nothing is ever approved by a clock.
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";

/**
 * Timers of the system stand still while the machine sleeps; the clock on the wall does not. It is looked at this
 * often, so that what ran out during a night is refused at once in the morning, as its row says.
 */
const CHECK_MS = 15_000;

export interface WaitTimersDeps {
  nowMs(): number;
  open(): readonly Sample[];
  /** These have waited too long. */
  onTimeout(sampleIds: readonly string[]): void;
}

export class WaitTimers {
  readonly #parts: WaitTimersDeps;
  #timer: NodeJS.Timeout | null = null;
  /** When the next one runs out. */
  #nextMs = Infinity;

  constructor(parts: WaitTimersDeps) {
    this.#parts = parts;
  }

  /** A sample stands so now. */
  track({ waits }: Sample): void {
    if (waits !== undefined && waits.atMs < this.#nextMs) this.#arm(waits.atMs);
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#nextMs = Infinity;
  }

  #arm(nextMs: number): void {
    this.close();
    if (nextMs === Infinity) return;
    this.#nextMs = nextMs;
    const left = Math.max(0, nextMs - this.#parts.nowMs());
    this.#timer = setTimeout(() => this.#look(), Math.min(left, CHECK_MS));
    this.#timer.unref();
  }

  #look(): void {
    const nowMs = this.#parts.nowMs();
    const over: string[] = [];
    let nextMs = Infinity;
    for (const { id, waits } of this.#parts.open()) {
      if (waits === undefined) continue;
      if (waits.atMs <= nowMs) over.push(id);
      else nextMs = Math.min(nextMs, waits.atMs);
    }
    this.#arm(nextMs);
    if (over.length > 0) this.#parts.onTimeout(over);
  }
}
