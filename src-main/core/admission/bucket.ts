// Token bucket for the rate limits: allows a burst, then refills at a steady rate per minute.

const MINUTE_MS = 60_000;
/** How long an extra allowance granted by the user can be used. */
const EXTRA_MS = MINUTE_MS;
/** One request in bucket units: each millisecond refills `perMinute` units. Keeps the arithmetic in whole numbers. */
const ONE = MINUTE_MS;

/** `burst` null: same as `perMinute`. */
export interface Rate {
  perMinute: number;
  burst: number | null;
}

export class Bucket {
  /** Units available at `#atMs`; null before first use, which means full. */
  #level: number | null = null;
  #size = 0;
  #atMs = 0;
  #extra = 0;
  #extraUntilMs = 0;

  /** Milliseconds until a request would be admitted; 0 for now. Consumes nothing. */
  wait(nowMs: number, rate: Rate): number {
    const level = this.#fill(nowMs, rate);
    if (level >= ONE || this.#extraAt(nowMs) > 0) return 0;
    return Math.ceil((ONE - level) / rate.perMinute);
  }

  /** Consumes one request. Call only when `wait` returned 0. */
  take(nowMs: number, rate: Rate): void {
    const level = this.#fill(nowMs, rate);
    if (level >= ONE) this.#level = level - ONE;
    else if (this.#extraAt(nowMs) > 0) this.#extra -= 1;
  }

  /** Admits `count` extra requests within the next minute. */
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
    // Changing the rate keeps what has been consumed; a clock that was set back refills nothing.
    const moved = this.#level === null ? 0 : size - this.#size;
    const came = this.#level === null ? 0 : Math.max(0, nowMs - this.#atMs) * perMinute;
    this.#level = Math.max(0, Math.min(size, before + moved + came));
    this.#size = size;
    this.#atMs = nowMs;
    return this.#level;
  }
}

/** One bucket per key and one for all servers. Reconnecting does not reset a server's bucket. */
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
