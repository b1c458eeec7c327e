// A timer for an unused resource.

export class IdleClock {
  readonly #end: () => void;
  #timer: NodeJS.Timeout | null = null;
  #atMs: number | null = null;

  constructor(end: () => void) {
    this.#end = end;
  }

  /** When it will fire, in milliseconds since the epoch; null while it is not running. */
  get atMs(): number | null {
    return this.#atMs;
  }

  /** Fires after `afterMs` from now; null: never. */
  start(afterMs: number | null): void {
    this.stop();
    if (afterMs === null) return;
    this.#atMs = Date.now() + afterMs;
    this.#timer = setTimeout(() => {
      this.stop();
      this.#end();
    }, afterMs);
    this.#timer.unref();
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#atMs = null;
  }
}
