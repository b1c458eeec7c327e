// Finds requests that were not decided within the user's waiting limit, so that they are refused. Nothing is ever
// approved by a timer.
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";

/**
 * Timers stop while the machine sleeps, the wall clock does not. Checking at this interval refuses overdue requests
 * soon after waking.
 */
const CHECK_MS = 15_000;

export interface WaitTimersDeps {
  nowMs(): number;
  open(): readonly HeldRequest[];
  /** These requests are past their deadline. */
  onTimeout(requestIds: readonly string[]): void;
}

export class WaitTimers {
  readonly #parts: WaitTimersDeps;
  #timer: NodeJS.Timeout | null = null;
  /** The next deadline. */
  #nextMs = Infinity;

  constructor(parts: WaitTimersDeps) {
    this.#parts = parts;
  }

  /** Call after every change of a request. */
  track({ waits }: HeldRequest): void {
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
