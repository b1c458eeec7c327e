// Handles what a stream brought, one piece after the other, and gives the event loop its turn in between. Whoever reads
// the stream waits for it: that is the back-pressure, and a server that floods never holds up the window or others.

/** Longest work without a turn of the loop, in milliseconds: a quarter of a frame. */
const SLICE_MS = 4;

export type Job = () => void | Promise<void>;

export class JobQueue {
  #jobs: Job[] = [];
  #sliceEndsMs = 0;
  /** How many were done so far. */
  done = 0;

  add(job: Job): void {
    this.#jobs.push(job);
  }

  /** Does everything that was added, in its order. */
  async run(): Promise<void> {
    const jobs = this.#jobs;
    this.#jobs = [];
    for (const job of jobs) {
      if (this.#sliceEndsMs !== 0 && performance.now() >= this.#sliceEndsMs) await turn();
      if (this.#sliceEndsMs === 0) this.#begin();
      const later = job();
      if (later !== undefined) await later;
      this.done += 1;
    }
  }

  /** A slice, until the loop turns. */
  #begin(): void {
    this.#sliceEndsMs = performance.now() + SLICE_MS;
    setImmediate(() => (this.#sliceEndsMs = 0));
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** What comes of a stream until it ends or breaks; a break has nothing more to say. */
export async function* untilEnd(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch {
    // Told by the exit, or by the write that failed.
  }
}
