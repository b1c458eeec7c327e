// When to poll again: soon while things change, less and less often while they do not, never while nobody looks.

const FIRST_MS = 2_000;
const LONGEST_MS = 30_000;
const SLOWER = 1.5;

export class RefreshSchedule {
  /** Polls once; true if something changed. An exception does not end the polling. */
  readonly #look: () => Promise<boolean>;
  #timer: NodeJS.Timeout | null = null;
  #looking = false;
  #waitMs = FIRST_MS;

  constructor(look: () => Promise<boolean>) {
    this.#look = look;
  }

  set(looking: boolean): void {
    if (looking === this.#looking) return;
    this.#looking = looking;
    this.#waitMs = FIRST_MS;
    if (looking) this.#plan();
    else this.#stop();
  }

  #plan(): void {
    this.#stop();
    this.#timer = setTimeout(() => void this.#once(), this.#waitMs);
    this.#timer.unref();
  }

  async #once(): Promise<void> {
    // A poll that fails counts as no change.
    const changed = await Promise.resolve()
      .then(() => this.#look())
      .catch(() => false);
    this.#waitMs = changed ? FIRST_MS : Math.min(LONGEST_MS, this.#waitMs * SLOWER);
    if (this.#looking) this.#plan();
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
