// Does small jobs in order without ever holding the main loop for longer than a slice: a server that says a
// thousand things at once must not stop the window or the other servers.

/** Longest time that jobs may run before the loop gets its turn, in milliseconds. */
const SLICE_MS = 8;

export class Paced {
  #jobs: (() => void)[] = [];
  #next = 0;
  #sliceEndsMs = 0;
  #immediate: NodeJS.Immediate | null = null;
  readonly #held: (held: boolean) => void;

  /** `held(true)` asks for no more until `held(false)`. */
  constructor(held: (held: boolean) => void) {
    this.#held = held;
  }

  /** Runs the job now, or after those that wait. */
  take(job: () => void): void {
    if (this.#immediate === null && this.#mayRun()) {
      job();
      return;
    }
    this.#jobs.push(job);
    if (this.#immediate !== null) return;
    this.#held(true);
    this.#later();
  }

  /** Runs everything that waits at once: nothing more will come. */
  finish(): void {
    if (this.#immediate !== null) clearImmediate(this.#immediate);
    this.#immediate = null;
    while (this.#next < this.#jobs.length) this.#run();
    this.#clear();
  }

  /** True within the slice; a new one begins with the first job of a turn of the loop. */
  #mayRun(): boolean {
    const now = performance.now();
    if (this.#sliceEndsMs === 0) {
      this.#sliceEndsMs = now + SLICE_MS;
      setImmediate(() => {
        if (this.#immediate === null) this.#sliceEndsMs = 0;
      });
    }
    return now < this.#sliceEndsMs;
  }

  #later(): void {
    this.#immediate = setImmediate(() => {
      const endsMs = performance.now() + SLICE_MS;
      do this.#run();
      while (this.#next < this.#jobs.length && performance.now() < endsMs);
      if (this.#next < this.#jobs.length) {
        this.#later();
        return;
      }
      this.#immediate = null;
      this.#sliceEndsMs = 0;
      this.#clear();
      this.#held(false);
    });
  }

  #run(): void {
    const job = this.#jobs[this.#next];
    this.#next += 1;
    job?.();
  }

  #clear(): void {
    this.#jobs = [];
    this.#next = 0;
  }
}
