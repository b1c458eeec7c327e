// How many requests are taken: so many at once after a quiet time, and one more each time that its share of a minute
// has passed. Knows nothing but instants.

const MINUTE_MS = 60_000;
/** How long what the user lets through beyond the rate can be used. */
const EXTRA_MS = MINUTE_MS;
/** One request, in the unit of a level: a millisecond brings as much of it as requests come in a minute. Whole numbers. */
const ONE = MINUTE_MS;

/** `burst`: as many as come in a minute where it is left out. */
export interface Rate {
  perMinute: number;
  burst: number | null;
}

export class Bucket {
  /** What may be taken now; null: as much as fits. */
  #level: number | null = null;
  #size = 0;
  #atMs = 0;
  #extra = 0;
  #extraUntilMs = 0;

  /** The milliseconds until one is taken, 0 for now. Takes nothing. */
  wait(nowMs: number, rate: Rate): number {
    const level = this.#fill(nowMs, rate);
    if (level >= ONE || this.#extraAt(nowMs) > 0) return 0;
    return Math.ceil((ONE - level) / rate.perMinute);
  }

  /** Takes one, for which there was no wait. */
  take(nowMs: number, rate: Rate): void {
    const level = this.#fill(nowMs, rate);
    if (level >= ONE) this.#level = level - ONE;
    else if (this.#extraAt(nowMs) > 0) this.#extra -= 1;
  }

  /** Lets so many more through within the next minute. */
  allow(nowMs: number, count: number): void {
    this.#extra = this.#extraAt(nowMs) + count;
    this.#extraUntilMs = nowMs + EXTRA_MS;
  }

  #extraAt(nowMs: number): number {
    return nowMs < this.#extraUntilMs ? this.#extra : 0;
  }

  #fill(nowMs: number, { perMinute, burst }: Rate): number {
    const size = (burst ?? perMinute) * ONE;
    const before = this.#level ?? size;
    // A rate that was changed leaves what has been taken as it is; a clock that was set back gives nothing.
    const moved = this.#level === null ? 0 : size - this.#size;
    const came = this.#level === null ? 0 : Math.max(0, nowMs - this.#atMs) * perMinute;
    this.#level = Math.max(0, Math.min(size, before + moved + came));
    this.#size = size;
    this.#atMs = nowMs;
    return this.#level;
  }
}

/** A bucket for each server, and one for all of them. One that connects anew has no new minute. */
export class Buckets {
  readonly all = new Bucket();
  readonly #own = new Map<string, Bucket>();

  of(serverId: string): Bucket {
    const known = this.#own.get(serverId);
    if (known !== undefined) return known;
    const bucket = new Bucket();
    this.#own.set(serverId, bucket);
    return bucket;
  }
}
