// Coalesces many small changes into one update per frame, so that a server flooding its stderr does not cause an
// update per line.

/** One frame at 60 Hz. */
const FRAME_MS = 16;

export class PerFrame {
  readonly #act: () => void;
  readonly #waitMs: number;
  #timer: NodeJS.Timeout | null = null;

  constructor(act: () => void, waitMs = FRAME_MS) {
    this.#act = act;
    this.#waitMs = waitMs;
  }

  /** Schedules one `act` for all calls until then. */
  ask(): void {
    this.#timer ??= setTimeout(() => this.now(), this.#waitMs);
  }

  /** Runs `act` now, whether or not it was scheduled. */
  now(): void {
    this.drop();
    this.#act();
  }

  drop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
