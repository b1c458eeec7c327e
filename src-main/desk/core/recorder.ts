// Writes to the ledger on the desk's behalf: decisions fail closed, facts wait in memory until they can
// be written, in order, before anything newer. While nothing can be written it is tried again by itself.
import type { LedgerTrouble } from "../../../src-shared/ledger/trouble.ts";
import type { Outcome } from "../../../src-shared/outcome.ts";
import { fail, ok } from "../../../src-shared/outcome.ts";
import type { Ledger, LedgerEntry, NotRecorded } from "../ports.ts";

/** How long it waits before it tries again, in milliseconds. */
const RETRY_MS = 2000;
/** A file that another program holds is most often free again at once. */
const LOCK_RETRY_MS = 250;
const LAST_TRIES = 40;
/** Rows that are written at once, so that the oldest ones get through where there is little room. */
const BATCH_ROWS = 50;
/** How long a row may wait for another one that it is written with. */
const SOON_MS = 20;
/** Requests that follow each other without a moment between them are a flood from so many on. */
const FLOOD_AFTER = 8;
/** Rows that wait at most before nothing new is taken in. */
const WAITING_ROWS_MAX = 5000;

const isLocked = (done: Outcome<void, NotRecorded>): boolean =>
  !done.ok && done.failure.reason === "locked";

export interface RecorderListener {
  /** Whether anything can be recorded has changed, or what waits for it. */
  onChange(): void;
  /** All that waited is written: what could not be done meanwhile can be done now. */
  onRecovered(): void;
}

export class Recorder {
  readonly #ledger: Ledger;
  readonly #audience: RecorderListener;
  readonly #nowMs: () => number;
  #waiting: LedgerEntry[] = [];
  #failure: (NotRecorded & { sinceMs: number }) | null = null;
  /** What could not be read, where that is why: rows may be written all the same, and say nothing of it. */
  #unread: (() => Outcome<unknown, NotRecorded>) | null = null;
  #timer: NodeJS.Timeout | null = null;
  #soon: NodeJS.Timeout | null = null;
  #closed = false;
  /** When the latest request came, and how many came before it without a moment between them. */
  #cameAtMs = -Infinity;
  #inRow = 0;

  constructor(ledger: Ledger, audience: RecorderListener, nowMs: () => number) {
    this.#ledger = ledger;
    this.#audience = audience;
    this.#nowMs = nowMs;
  }

  /** Why nothing can be recorded; null while the ledger works. */
  get trouble(): LedgerTrouble | null {
    if (this.#failure === null) return null;
    const { reason = "other", detail, sinceMs } = this.#failure;
    return { reason, detail, sinceMs, unrecorded: this.#waiting.length };
  }

  /** So much waits that nothing more is to be taken in. */
  get isFull(): boolean {
    return this.#waiting.length >= WAITING_ROWS_MAX;
  }

  /** Durable, all of them, when ok. Otherwise none of them happened. */
  recordDecisions(rows: readonly LedgerEntry[]): Outcome<void, NotRecorded> {
    const together = [...this.#waiting, ...rows];
    if (this.#failure === null && this.#waiting.length > 0 && together.length <= BATCH_ROWS) {
      // One wait for the disk in place of two.
      const all = this.#ledger.appendAll(together);
      if (all.ok) this.#waiting = [];
      if (all.ok) return this.#told(all);
    }
    const before = this.#flush();
    return before.ok ? this.#told(this.#ledger.appendAll(rows)) : before;
  }

  /** Recorded now, or as soon as the ledger works again; all at once, or in this order. */
  recordObserved(...rows: LedgerEntry[]): void {
    // A file that another program holds is waited for: not with every row of a flood.
    const waited = this.#failure?.reason === "locked" && this.#waiting.length > 0;
    this.#waiting.push(...rows);
    if (waited) this.#audience.onChange();
    else this.#flush();
  }

  /**
   * A request that came: recorded now; a large one, and each in a flood, a moment later, together with those that follow
   * it, so that not each of them waits for the disk. Whatever is decided or found about it is recorded after it, or with it.
   */
  recordReceived(rows: readonly LedgerEntry[], { isLarge }: { isLarge: boolean }): void {
    const now = performance.now();
    this.#inRow = now - this.#cameAtMs < SOON_MS ? this.#inRow + 1 : 0;
    if (!isLarge && this.#inRow < FLOOD_AFTER) this.recordObserved(...rows);
    else this.recordSoon(...rows);
    // Not the time that the disk took.
    this.#cameAtMs = performance.now();
  }

  /**
   * Recorded with the next row, or a moment later: for what a rule is about to decide, so that both take one wait for
   * the disk. Nothing is done about it before that decision is recorded, and this with it.
   */
  recordSoon(...rows: LedgerEntry[]): void {
    if (this.#failure !== null || this.#closed) return this.recordObserved(...rows);
    this.#waiting.push(...rows);
    this.#soon ??= setTimeout(() => this.flushSoon(), SOON_MS);
  }

  /** Writes at once what would be written soon. */
  flushSoon(): void {
    if (this.#soon === null) return;
    clearTimeout(this.#soon);
    this.#soon = null;
    if (this.#failure === null) this.#flush();
  }

  /** Tries again now. Ok when nothing waits any more and the ledger takes rows. */
  retry(): Outcome<void, NotRecorded> {
    if (this.#failure === null) return ok(undefined);
    const flushed = this.#flush();
    if (!flushed.ok) return flushed;
    const read = this.#unread?.() ?? ok(null);
    if (!read.ok) return this.#told(read);
    this.#unread = null;
    // What failed may have been a decision: only a row shows whether the ledger takes one again.
    return this.#failure === null ? flushed : this.#told(this.#noted(this.#failure), true);
  }

  /** It could not even be read: said until `read`, which is what failed, is ok. */
  setUnreadable(failure: NotRecorded, read: () => Outcome<unknown, NotRecorded>): void {
    this.#unread = read;
    this.#told(fail(failure));
  }

  /** No more tries; what still waits has had its last one. */
  close(): void {
    this.#closed = true;
    let last = this.#flush();
    // Nothing comes after it: here a lock is waited for.
    for (let tried = 0; isLocked(last) && tried < LAST_TRIES; tried += 1) last = this.#flush();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#soon !== null) clearTimeout(this.#soon);
    this.#soon = null;
  }

  #flush(): Outcome<void, NotRecorded> {
    while (this.#waiting.length > 0) {
      const some = this.#waiting.slice(0, BATCH_ROWS);
      const all = this.#ledger.appendAll(some);
      // Of many that do not fit together, one may.
      const one = !all.ok && all.failure.reason === "full" && some.length > 1;
      const done = one ? this.#ledger.appendAll(some.slice(0, 1)) : all;
      if (!done.ok) return this.#told(done);
      this.#waiting.splice(0, one ? 1 : some.length);
      if (this.#waiting.length === 0) this.#told(done);
    }
    return ok(undefined);
  }

  /** Says it where whether anything can be recorded has changed. */
  #told(result: Outcome<void, NotRecorded>, noted = false): Outcome<void, NotRecorded> {
    const before = this.#failure;
    if (!result.ok) {
      this.#failure = { ...result.failure, sinceMs: before?.sinceMs ?? this.#nowMs() };
      this.#tryLater();
      if (before?.detail !== result.failure.detail) this.#audience.onChange();
      return result;
    }
    if (before === null || this.#unread !== null) return result;
    this.#failure = null;
    if (!noted) this.#noted(before);
    this.#audience.onChange();
    // After the caller has done what it recorded.
    queueMicrotask(() => this.#audience.onRecovered());
    return result;
  }

  /** The record itself says for how long there was none. */
  #noted({ reason = "other", sinceMs }: NotRecorded & { sinceMs: number }) {
    return this.#ledger.note("repaired", { reason, sinceMs }, this.#nowMs());
  }

  #tryLater(): void {
    if (this.#timer !== null) return;
    const locked = this.#failure?.reason === "locked";
    this.#timer = setTimeout(
      () => {
        this.#timer = null;
        if (this.#failure !== null && !this.retry().ok) this.#tryLater();
      },
      locked ? LOCK_RETRY_MS : RETRY_MS,
    );
    this.#timer.unref();
  }
}
