// Hands on what main tells at the pace of the window's drawing: at once while little has been done since the last frame,
// otherwise together at the next one; in a flood so seldom that most of the time is left for drawing and for the person.

/** So much work between two frames, in milliseconds; what a quiet window is told stays below it and waits for nothing. */
const BUDGET_MS = 6;
/** In a flood one part in so many of the time goes into what is told: as much again, and more, goes into drawing it. */
const SHARE = 4;
/** So much work, in milliseconds, may come at once before that holds: a request that opens, and what follows it. */
const BURST_MS = 30;
/**
 * A drawing that begins with no more than this left to rest from counts for no more than this, in milliseconds: a gate
 * that opens takes long once. A flood is many pieces of work, and only the first of them finds the window rested.
 */
const CALM_MS = 15;
/** More is not remembered: the heaviest piece of work holds up what comes after it for a tenth of a second. */
const OWED_MOST_MS = 55;

export interface PaceParts<T> {
  /** Takes all of them in, in order; what it causes is done by the end of the turn's microtasks. */
  take(items: T[]): void;
  nowMs(): number;
  /** Calls back once, when the window draws next; after a while also where it draws nothing. */
  nextFrame(call: () => void): void;
}

export class Paced<T> {
  readonly #parts: PaceParts<T>;
  #waiting: T[] = [];
  #spentMs = 0;
  /** Work that has been done and not yet been rested from, as of `#owedAtMs`. */
  #owedMs = 0;
  #owedAtMs = 0;
  #framed = false;

  constructor(parts: PaceParts<T>) {
    this.#parts = parts;
  }

  add(items: readonly T[]): void {
    for (const item of items) this.#waiting.push(item);
    if (this.#spentMs < BUDGET_MS && this.#isRested()) this.flush();
    else this.#frame();
  }

  /** Hands on what waits, without waiting for a frame. */
  flush(): void {
    if (this.#waiting.length === 0) return;
    const items = this.#waiting;
    this.#waiting = [];
    const calm = this.#owed() <= CALM_MS;
    const beganMs = this.#parts.nowMs();
    this.#parts.take(items);
    this.#frame();
    // The drawing that it causes is a microtask before this one.
    queueMicrotask(() => {
      const tookMs = this.#parts.nowMs() - beganMs;
      this.#spentMs += tookMs;
      const countedMs = calm ? Math.min(tookMs, CALM_MS) : tookMs;
      this.#owedMs = Math.min(OWED_MOST_MS, this.#owed() + countedMs);
    });
  }

  /** Rest pays for work, `SHARE` milliseconds for one. */
  #owed(): number {
    const nowMs = this.#parts.nowMs();
    this.#owedMs = Math.max(0, this.#owedMs - (nowMs - this.#owedAtMs) / SHARE);
    this.#owedAtMs = nowMs;
    return this.#owedMs;
  }

  #isRested(): boolean {
    return this.#owed() <= BURST_MS;
  }

  #frame(): void {
    if (this.#framed) return;
    this.#framed = true;
    this.#parts.nextFrame(() => {
      this.#framed = false;
      this.#spentMs = 0;
      if (this.#isRested()) this.flush();
      else this.#frame();
    });
  }
}
