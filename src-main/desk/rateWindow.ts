// How many requests one server has had taken within the last minute. Knows nothing but instants.

const WINDOW_MS = 60_000;

export class RateWindow {
  /** Instants at which requests were taken, oldest first; those before `#from` are out of the window. */
  #taken: number[] = [];
  #from = 0;

  /**
   * Takes one request at `nowMs` when fewer than `perMinute` were taken within the 60 s before; null then.
   * Otherwise takes nothing and gives the milliseconds until the next one is taken.
   */
  take(nowMs: number, perMinute: number): number | null {
    this.#forget(nowMs);
    const inWindow = this.#taken.length - this.#from;
    if (inWindow < perMinute) {
      this.#taken.push(nowMs);
      return null;
    }
    const leaves = this.#taken[this.#taken.length - perMinute] ?? nowMs;
    return leaves + WINDOW_MS - nowMs;
  }

  #forget(nowMs: number): void {
    // A clock that was set back: what lies ahead of it says nothing about the last minute.
    if ((this.#taken.at(-1) ?? 0) > nowMs) {
      this.#taken = this.#taken.slice(this.#from).filter((at) => at <= nowMs);
      this.#from = 0;
    }
    while ((this.#taken[this.#from] ?? nowMs) <= nowMs - WINDOW_MS) this.#from += 1;
    if (this.#from < 1024 || this.#from * 2 < this.#taken.length) return;
    this.#taken = this.#taken.slice(this.#from);
    this.#from = 0;
  }
}
