// Makes one view of many small changes a frame: a server that floods its stderr must not have one made for each line.

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

  /** Acts within a moment, once for all that asked until then. */
  ask(): void {
    this.#timer ??= setTimeout(() => this.now(), this.#waitMs);
  }

  /** Acts now, if anybody asked or not. */
  now(): void {
    this.drop();
    this.#act();
  }

  drop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
