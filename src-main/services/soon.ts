// Joins many small changes into one push: a server that floods its stderr must not flood the window.
const SOON_MS = 40;

export class Soon {
  readonly #act: () => void;
  readonly #waitMs: number;
  #timer: NodeJS.Timeout | null = null;

  constructor(act: () => void, waitMs = SOON_MS) {
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
