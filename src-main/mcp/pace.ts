// When a broken event stream is taken up again: after what the server asked for (`retry:`), later where
// streams keep ending at once, so that a server which closes each of them is not asked without end.

/** A stream that lived shorter counts as one that ended at once. */
const SHORT_LIVED_MS = 2000;
/** So many times in a row is patience: servers that poll in this way exist. */
const PATIENT = 3;
const SLOWEST_MS = 30_000;
/** A longer wait than a timer can hold would end at once. */
const LONGEST_MS = 60 * 60 * 1000;

export class Pace {
  #quick = 0;
  #lastAtMs = -Infinity;

  /** For the library's transport: begins `reconnect` after the wait; gives what calls that off. */
  readonly scheduler = (reconnect: () => void, delayMs: number): (() => void) => {
    const timer = setTimeout(
      () => {
        this.began(performance.now());
        reconnect();
      },
      this.waitMs(delayMs, performance.now()),
    );
    return () => clearTimeout(timer);
  };

  /** A stream was asked for at this time of the steady clock. */
  began(nowMs: number): void {
    this.#lastAtMs = nowMs;
  }

  /** @param askedMs what the server asked for, or what its turn in the row of attempts would be */
  waitMs(askedMs: number, nowMs: number): number {
    this.#quick = nowMs - this.#lastAtMs < SHORT_LIVED_MS ? this.#quick + 1 : 0;
    const asked = Number.isFinite(askedMs) ? Math.max(0, askedMs) : SLOWEST_MS;
    const slower = this.#quick <= PATIENT ? 0 : 200 * 2 ** (this.#quick - PATIENT);
    return Math.min(Math.max(asked, Math.min(slower, SLOWEST_MS)), LONGEST_MS);
  }
}
