// How long a server waits for a sample, learnt from when it gave up: most never say it beforehand.
// Two endings within 5 % of each other are taken for its clock; a single one may be anything.
const TOLERANCE = 0.05;
const SHORTEST_MS = 1000;

export class ServerTimeoutEstimate {
  #last: number | null = null;
  #known: number | null = null;

  /** The server stopped waiting after this long. */
  recordTimeout(afterMs: number): void {
    if (afterMs < SHORTEST_MS) return;
    const last = this.#last;
    this.#last = afterMs;
    if (last !== null && Math.abs(afterMs - last) <= last * TOLERANCE) {
      this.#known = Math.min(afterMs, last);
    }
  }

  /** A request was answered in time: the clock, if there is one, is longer than that. */
  recordWait(forMs: number): void {
    if (this.#known !== null && forMs > this.#known * (1 + TOLERANCE)) this.#known = null;
  }

  deadline(receivedAtMs: number): { atMs: number; totalMs: number } | undefined {
    if (this.#known === null) return undefined;
    return { atMs: receivedAtMs + this.#known, totalMs: this.#known };
  }
}
