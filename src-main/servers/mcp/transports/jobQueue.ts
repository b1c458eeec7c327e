// Processes the items of a stream one after the other, and yields to the event loop in between. The stream's reader
// waits for it (back-pressure), so a server that floods never blocks the window or other servers.

/** Longest time per turn of the loop, in milliseconds: a quarter of a frame. */
const SLICE_MS = 4;

export type Job = () => void | Promise<void>;

export class JobQueue {
  #jobs: Job[] = [];
  #sliceEndsMs = 0;
  /** How many items were processed. */
  done = 0;

  add(job: Job): void {
    this.#jobs.push(job);
  }

  /** Processes everything that was added, in order. */
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

  /** Processes a slice, until it is time to yield. */
  #begin(): void {
    this.#sliceEndsMs = performance.now() + SLICE_MS;
    setImmediate(() => (this.#sliceEndsMs = 0));
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The chunks of a stream until it ends or breaks; an error is ignored. */
export async function* untilEnd(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch {
    // Reported by the exit, or by the write that failed.
  }
}
