// Does small jobs in order without ever holding the main loop for longer than a slice: a server that says a
// thousand things at once must not stop the window or the other servers. A job may be prepared elsewhere meanwhile.

/** Longest time that jobs may run before the loop gets its turn, in milliseconds: a quarter of a frame, as much again may come of it. */
const SLICE_MS = 4;

interface Waiting {
  /** Null until it is prepared. */
  job: (() => void) | null;
  /** Does it all here, where nobody waits for the preparation any more. */
  inPlace: () => void;
}

export class Paced {
  #jobs: Waiting[] = [];
  #next = 0;
  #sliceEndsMs = 0;
  /** Jobs wait: for a turn of the loop, or for the first of them to be prepared. */
  #busy = false;
  #immediate: NodeJS.Immediate | null = null;
  readonly #held: (held: boolean) => void;

  /** `held(true)` asks for no more until `held(false)`. */
  constructor(held: (held: boolean) => void) {
    this.#held = held;
  }

  /** Runs the job now, or after those that wait. */
  take(job: () => void): void {
    if (!this.#busy && this.#mayRun()) {
      job();
      return;
    }
    this.#wait({ job, inPlace: job });
  }

  /** Runs what `prepared` gives, in its place among the others; in place where that fails. */
  takeLater(prepared: Promise<(() => void) | null>, inPlace: () => void): void {
    const waiting: Waiting = { job: null, inPlace };
    const ready = (job: (() => void) | null): void => {
      waiting.job = job ?? inPlace;
      if (this.#busy && this.#immediate === null) this.#later();
    };
    prepared.then(ready, () => ready(null));
    this.#wait(waiting);
  }

  /** Runs everything that waits at once: nothing more will come. */
  finish(): void {
    if (this.#immediate !== null) clearImmediate(this.#immediate);
    this.#immediate = null;
    while (this.#next < this.#jobs.length) this.#run();
    this.#clear();
  }

  #wait(waiting: Waiting): void {
    this.#jobs.push(waiting);
    if (this.#busy) return;
    this.#busy = true;
    this.#held(true);
    this.#later();
  }

  /** True within the slice; a new one begins with the first job of a turn of the loop. */
  #mayRun(): boolean {
    const now = performance.now();
    if (this.#sliceEndsMs === 0) {
      this.#sliceEndsMs = now + SLICE_MS;
      setImmediate(() => {
        if (!this.#busy) this.#sliceEndsMs = 0;
      });
    }
    return now < this.#sliceEndsMs;
  }

  #later(): void {
    this.#immediate = setImmediate(() => {
      this.#immediate = null;
      const endsMs = performance.now() + SLICE_MS;
      while (this.#isReady() && performance.now() < endsMs) this.#run();
      if (this.#isReady()) {
        this.#later();
        return;
      }
      // Told when it is prepared.
      if (this.#next < this.#jobs.length) return;
      this.#sliceEndsMs = 0;
      this.#clear();
      this.#held(false);
    });
  }

  #isReady(): boolean {
    const waiting = this.#jobs[this.#next];
    return waiting !== undefined && waiting.job !== null;
  }

  #run(): void {
    const waiting = this.#jobs[this.#next];
    this.#next += 1;
    (waiting?.job ?? waiting?.inPlace)?.();
  }

  #clear(): void {
    this.#jobs = [];
    this.#next = 0;
    this.#busy = false;
  }
}
