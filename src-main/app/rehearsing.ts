// When it is rehearsed: once, as soon as rules may decide, in moments in which nothing else is under way.
import { performance } from "node:perf_hooks";
import { rehearse } from "./rehearsal.ts";
import type { RehearsalParts } from "./rehearsal.ts";

/** How long after a start, and after something was changed, in milliseconds. */
const AFTER_START_MS = 6000;
const AFTER_CHANGE_MS = 1500;
/** Between two requests, in milliseconds: the window and the servers come first. */
const PAUSE_MS = 40;
/** How long a quiet moment is waited for; where there is none, the servers' own requests do the same. */
const TURN_MS = 5000;

export interface RehearsingParts extends RehearsalParts {
  /** Rules may decide now. */
  isWanted(): boolean;
  /** Requests are open: they come first. */
  isBusy(): boolean;
}

/** Rehearses once, as soon as rules may decide and nothing is under way. */
export class Rehearsing {
  readonly #parts: RehearsingParts;
  #timer: NodeJS.Timeout | null = null;
  #begun = false;
  #closed = false;

  constructor(parts: RehearsingParts) {
    this.#parts = parts;
    this.#after(AFTER_START_MS);
  }

  /** The switch or the rules are others: rules may decide from now on. */
  changed(): void {
    this.#after(AFTER_CHANGE_MS);
  }

  close(): void {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #after(ms: number): void {
    if (this.#begun || this.#closed || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (!this.#parts.isWanted()) return;
      this.#begun = true;
      // Nothing follows from it, whatever becomes of it.
      rehearse(this.#parts, () => this.#turn()).catch(() => undefined);
    }, ms);
    this.#timer.unref();
  }

  /** A moment in which nothing is open; false where there is none for a while. */
  async #turn(): Promise<boolean> {
    const untilMs = performance.now() + TURN_MS;
    while (performance.now() < untilMs) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      if (this.#closed) return false;
      if (!this.#parts.isBusy()) return true;
    }
    return false;
  }
}
