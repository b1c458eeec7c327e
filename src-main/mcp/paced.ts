// Does small jobs in order without ever holding the main loop for longer than a slice: a server that says a
// thousand things at once must not stop the window or the other servers. A job may be prepared elsewhere meanwhile.

/** Longest time that jobs may run before the loop gets its turn, in milliseconds: a quarter of a frame, as much again may come of it. */
const SLICE_MS = 4;
/** What one server may take of the time in the long run: a flood leaves a processor to the window that draws meanwhile. */
const SHARE = 0.5;
/** So much beyond that it may be ahead before a rest is due, in milliseconds: 200 of work without a pause. */
const AHEAD_MOST_MS = 100;

/** So many jobs that wait are a flood, where jobs have waited for so long, but for gaps in which the pipe is read again. */
const FLOOD = 100;
const FLOOD_MS = 200;
const GAP_MS = 20;

export interface PacedHost {
  /** True: no more is to come until false. */
  held(held: boolean): void;
  /** More came than can be done, for the first time. */
  flooded?(): void;
}

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
  #turn: { end(): void } | null = null;
  /** How much was done beyond the share, and up to when that is counted. */
  #aheadMs = 0;
  #countedMs = 0;
  #flooded = false;
  /** Since when jobs have waited, and when the last of them was done. */
  #waitedSinceMs = 0;
  #clearedMs = Number.NEGATIVE_INFINITY;
  readonly #host: PacedHost;

  constructor(host: PacedHost) {
    this.#host = host;
  }

  /** Runs the job now, or after those that wait. */
  take(job: () => void): void {
    if (!this.#busy && this.#mayRun()) {
      this.#count(job);
      return;
    }
    this.#wait({ job, inPlace: job });
  }

  /** Runs what `prepared` gives, in its place among the others; in place where that fails. */
  takeLater(prepared: Promise<(() => void) | null>, inPlace: () => void): void {
    const waiting: Waiting = { job: null, inPlace };
    const ready = (job: (() => void) | null): void => {
      waiting.job = job ?? inPlace;
      if (this.#busy && this.#turn === null) this.#later();
    };
    prepared.then(ready, () => ready(null));
    this.#wait(waiting);
  }

  /** Runs everything that waits at once: nothing more will come. */
  finish(): void {
    this.#turn?.end();
    this.#turn = null;
    while (this.#next < this.#jobs.length) this.#run();
    this.#clear();
  }

  #wait(waiting: Waiting): void {
    this.#jobs.push(waiting);
    this.#watch();
    if (this.#busy) return;
    const now = performance.now();
    if (now - this.#clearedMs > GAP_MS) this.#waitedSinceMs = now;
    this.#busy = true;
    this.#host.held(true);
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

  /** In the next turn of the loop, or after the rest that is due. */
  #later(): void {
    const restMs = this.#aheadAt(performance.now()) - AHEAD_MOST_MS;
    if (restMs < 1) {
      const immediate = setImmediate(() => this.#slice());
      this.#turn = { end: () => clearImmediate(immediate) };
    } else {
      const timer = setTimeout(() => this.#slice(), restMs);
      this.#turn = { end: () => clearTimeout(timer) };
    }
  }

  #slice(): void {
    this.#turn = null;
    this.#count(() => {
      const endsMs = performance.now() + SLICE_MS;
      while (this.#isReady() && performance.now() < endsMs) this.#run();
    });
    this.#watch();
    if (this.#isReady()) {
      this.#later();
      return;
    }
    // Told when it is prepared.
    if (this.#next < this.#jobs.length) return;
    this.#sliceEndsMs = 0;
    this.#clear();
    this.#host.held(false);
  }

  /** Says once that more comes than can be done: what is done in its time is no flood, however much comes at once. */
  #watch(): void {
    if (this.#flooded || this.#jobs.length - this.#next < FLOOD) return;
    if (performance.now() - this.#waitedSinceMs < FLOOD_MS) return;
    this.#flooded = true;
    this.#host.flooded?.();
  }

  /** What is still to be made up for: time in which nothing was done is given back. */
  #aheadAt(nowMs: number): number {
    return Math.max(0, this.#aheadMs - (nowMs - this.#countedMs) * SHARE);
  }

  /** Does it and counts its time. */
  #count(work: () => void): void {
    const beganMs = performance.now();
    this.#aheadMs = this.#aheadAt(beganMs);
    work();
    this.#countedMs = performance.now();
    this.#aheadMs += (this.#countedMs - beganMs) * (1 - SHARE);
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
    this.#clearedMs = performance.now();
    this.#busy = false;
  }
}
