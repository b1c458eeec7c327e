// Estimates how long a server waits for a response, from the times when it gave up: most servers never say. Two times
// within 5 % of each other count as its timeout; a single one may have any cause.
const TOLERANCE = 0.05;
const SHORTEST_MS = 1000;

export class ServerTimeoutEstimate {
  #last: number | null = null;
  #known: number | null = null;

  /** The server gave up after this long. */
  recordTimeout(afterMs: number): void {
    if (afterMs < SHORTEST_MS) return;
    // Whoever gives up later than that has waited longer.
    this.recordWait(afterMs);
    const last = this.#last;
    this.#last = afterMs;
    if (last !== null && Math.abs(afterMs - last) <= last * TOLERANCE) {
      this.#known = Math.min(afterMs, last);
    }
  }

  /** A request got its response in time, so a timeout, if there is one, is longer than that. */
  recordWait(forMs: number): void {
    if (this.#known !== null && forMs > this.#known * (1 + TOLERANCE)) this.#known = null;
  }

  deadline(receivedAtMs: number): { atMs: number; totalMs: number } | undefined {
    if (this.#known === null) return undefined;
    return { atMs: receivedAtMs + this.#known, totalMs: this.#known };
  }
}
