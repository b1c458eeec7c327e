// How long a server waits for a sample, learnt from when it gave up: most never say it beforehand.
// Two endings within 5 % of each other are taken for its clock; a single one may be anything.
const SAME = 0.05;
const SHORTEST_MS = 1000;

export class Patience {
  #last: number | null = null;
  #known: number | null = null;

  /** The server stopped waiting after this long. */
  gaveUp(afterMs: number): void {
    if (afterMs < SHORTEST_MS) return;
    const last = this.#last;
    this.#last = afterMs;
    if (last !== null && Math.abs(afterMs - last) <= last * SAME) {
      this.#known = Math.min(afterMs, last);
    }
  }

  /** A request was answered in time: the clock, if there is one, is longer than that. */
  waited(forMs: number): void {
    if (this.#known !== null && forMs > this.#known * (1 + SAME)) this.#known = null;
  }

  deadline(receivedAtMs: number): { atMs: number; totalMs: number } | undefined {
    if (this.#known === null) return undefined;
    return { atMs: receivedAtMs + this.#known, totalMs: this.#known };
  }
}
