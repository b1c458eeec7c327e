// Writes the desk's events to the ledger, and which row an event is. Decisions fail when they cannot be written; observed events wait in memory and
// are written in order, before anything newer. Failed writes are retried automatically.
import type { Json, JsonObject } from "#shared/json.ts";
import type { LedgerTrouble } from "#shared/ledger/trouble.ts";
import type { Outcome } from "#shared/outcome.ts";
import { fail, ok } from "#shared/outcome.ts";
import { kindOf } from "#shared/request/kinds/registry.ts";
import type { RequestEvent } from "#shared/request/life/event.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { spentOf } from "../admission/spent.ts";
import type { Incoming, Ledger, LedgerEntry, NotRecorded } from "../ports.ts";
import type { ReceivedEvent } from "./intake.ts";

/** Retry interval, in milliseconds. */
const RETRY_MS = 2000;
/** A lock held by another program is usually released quickly. */
const LOCK_RETRY_MS = 250;
const LAST_TRIES = 40;
/** Rows per write. A small batch may fit where the disk is nearly full. */
const BATCH_ROWS = 50;
/** How long a row may wait to be written together with others. */
const SOON_MS = 20;
/** From this many requests in quick succession on, they are treated as a flood. */
const FLOOD_AFTER = 8;
/** When this many rows wait, new requests are refused. */
const WAITING_ROWS_MAX = 5000;

const isLocked = (done: Outcome<void, NotRecorded>): boolean =>
  !done.ok && done.failure.reason === "locked";

export interface RecorderListener {
  /** Whether the ledger can be written has changed, or the number of waiting rows. */
  onChange(): void;
  /** All waiting rows are written: blocked work can continue. */
  onRecovered(): void;
}

export class Recorder {
  readonly #ledger: Ledger;
  readonly #listener: RecorderListener;
  readonly #nowMs: () => number;
  #waiting: LedgerEntry[] = [];
  #failure: (NotRecorded & { sinceMs: number }) | null = null;
  /**
   * Repeats the read that failed, if a read is why the ledger is in trouble: a successful write does not prove that
   * it works.
   */
  #unread: (() => Outcome<unknown, NotRecorded>) | null = null;
  #timer: NodeJS.Timeout | null = null;
  #soon: NodeJS.Timeout | null = null;
  #closed = false;
  /** When the latest request came, and how many came before it in quick succession. */
  #cameAtMs = -Infinity;
  #inRow = 0;

  constructor(ledger: Ledger, listener: RecorderListener, nowMs: () => number) {
    this.#ledger = ledger;
    this.#listener = listener;
    this.#nowMs = nowMs;
  }

  /** Why nothing can be recorded; null while the ledger works. */
  get trouble(): LedgerTrouble | null {
    if (this.#failure === null) return null;
    const { reason = "other", detail, sinceMs } = this.#failure;
    return { reason, detail, sinceMs, unrecorded: this.#waiting.length };
  }

  /** Whether so many rows wait that new requests are to be refused. */
  get isFull(): boolean {
    return this.#waiting.length >= WAITING_ROWS_MAX;
  }

  /** When ok, all rows are durable; otherwise none of them was written. */
  recordDecisions(rows: readonly LedgerEntry[]): Outcome<void, NotRecorded> {
    const together = [...this.#waiting, ...rows];
    if (this.#failure === null && this.#waiting.length > 0 && together.length <= BATCH_ROWS) {
      // One disk sync instead of two.
      const all = this.#ledger.appendAll(together);
      if (all.ok) this.#waiting = [];
      if (all.ok) return this.#told(all);
    }
    const before = this.#flush();
    return before.ok ? this.#told(this.#ledger.appendAll(rows)) : before;
  }

  /** Written now, or as soon as the ledger works again; in this order. */
  recordObserved(...rows: LedgerEntry[]): void {
    // While another program holds the lock, don't retry with every row of a flood.
    const waited = this.#failure?.reason === "locked" && this.#waiting.length > 0;
    this.#waiting.push(...rows);
    if (waited) this.#listener.onChange();
    else this.#flush();
  }

  /**
   * Records a new request: now, or for a large request or one in a flood a moment later, so that several share a disk
   * sync. Rows about its decision or findings always come after it or with it.
   */
  recordReceived(rows: readonly LedgerEntry[], { isLarge }: { isLarge: boolean }): void {
    const now = performance.now();
    this.#inRow = now - this.#cameAtMs < SOON_MS ? this.#inRow + 1 : 0;
    if (!isLarge && this.#inRow < FLOOD_AFTER) this.recordObserved(...rows);
    else this.recordSoon(...rows);
    // Measured after writing, so that the time for the disk does not count.
    this.#cameAtMs = performance.now();
  }

  /**
   * Written with the next row, or a moment later. For rows that a rule's decision is about to follow, so that both
   * share a disk sync; nothing is done about the request before both are written.
   */
  recordSoon(...rows: LedgerEntry[]): void {
    if (this.#failure !== null || this.#closed) return this.recordObserved(...rows);
    this.#waiting.push(...rows);
    this.#soon ??= setTimeout(() => this.flushSoon(), SOON_MS);
  }

  /** Writes the rows of `recordSoon` now. */
  flushSoon(): void {
    if (this.#soon === null) return;
    clearTimeout(this.#soon);
    this.#soon = null;
    if (this.#failure === null) this.#flush();
  }

  /** Tries again now. Ok when no row waits and the ledger can be written. */
  retry(): Outcome<void, NotRecorded> {
    if (this.#failure === null) return ok(undefined);
    const flushed = this.#flush();
    if (!flushed.ok) return flushed;
    const read = this.#unread?.() ?? ok(null);
    if (!read.ok) return this.#told(read);
    this.#unread = null;
    // The failed write may have been a decision that is not waiting: only a new row shows whether writing works.
    return this.#failure === null ? flushed : this.#told(this.#noted(this.#failure), true);
  }

  /** The ledger cannot be read: in trouble until `read`, the call that failed, succeeds. */
  setUnreadable(failure: NotRecorded, read: () => Outcome<unknown, NotRecorded>): void {
    this.#unread = read;
    this.#told(fail(failure));
  }

  /** Tries a last time to write what waits, then stops retrying. */
  close(): void {
    this.#closed = true;
    let last = this.#flush();
    // There is no later chance: retry while another program holds the lock.
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
      // When the disk is nearly full, a single row may still fit.
      const one = !all.ok && all.failure.reason === "full" && some.length > 1;
      const done = one ? this.#ledger.appendAll(some.slice(0, 1)) : all;
      if (!done.ok) return this.#told(done);
      this.#waiting.splice(0, one ? 1 : some.length);
      if (this.#waiting.length === 0) this.#told(done);
    }
    return ok(undefined);
  }

  /** Updates the failure state and reports changes. */
  #told(result: Outcome<void, NotRecorded>, noted = false): Outcome<void, NotRecorded> {
    const before = this.#failure;
    if (!result.ok) {
      this.#failure = { ...result.failure, sinceMs: before?.sinceMs ?? this.#nowMs() };
      this.#tryLater();
      if (before?.detail !== result.failure.detail) this.#listener.onChange();
      return result;
    }
    if (before === null || this.#unread !== null) return result;
    this.#failure = null;
    if (!noted) this.#noted(before);
    this.#listener.onChange();
    // Only after the caller has applied what it recorded.
    queueMicrotask(() => this.#listener.onRecovered());
    return result;
  }

  /** Adds a ledger row about the gap. */
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

/** Observations and restrictions: they take effect even when they cannot be recorded. */
const FACTS: ReadonlySet<RequestEvent["kind"]> = new Set([
  "attempt-done",
  "attempt-stopped",
  "attempt-failed",
  "stop-asked",
  "delivered",
  "delivery-failed",
  "delivery-unknown",
  "cancelled",
  "refused-more",
  "inspected",
  "caller-found",
]);
export const isObserved = (event: RequestEvent): boolean => FACTS.has(event.kind);

/** The row of an event, given the sample before it. For `received`, see `receivedRow`. */
export function rowOf(request: HeldRequest, event: RequestEvent): LedgerEntry {
  const { kind, atMs, by } = event;
  const row = { sampleId: request.id, atMs, kind };
  switch (event.kind) {
    case "grouped":
      return { ...row, body: { siblings: event.siblings } };
    case "media-kept": {
      const { medium } = event;
      return { ...row, body: { by, medium } as unknown as Json, media: [medium.ref] };
    }
    case "document-updated": {
      const { proposed, flags, asked, askedHash } = event;
      const about = aboutRequest(request, proposed);
      return { ...row, body: { by, asked, askedHash, flags, ...about } as unknown as Json };
    }
    case "response-approved": {
      const about = kindOf(request).about?.response(event.document);
      const body = event as unknown as JsonObject;
      return about === undefined ? { ...row, body } : { ...row, body: { ...body, about } };
    }
    default: {
      const spent = spentOf(request, event);
      const body = event as unknown as Json;
      return spent === undefined ? { ...row, body } : { ...row, body, spent };
    }
  }
}

/** What stays of the request when its content is deleted. */
function aboutRequest(
  of: Pick<HeldRequest, "requestKind">,
  proposed: HeldRequest["proposed"],
): { about?: JsonObject } {
  const about = proposed === null ? undefined : kindOf(of).about?.request(proposed);
  return about === undefined ? {} : { about };
}

/** The row of a new request, with all of its content. */
export function receivedRow(event: ReceivedEvent, { reply, declared }: Incoming): LedgerEntry {
  const { id, atMs, kind, requestKind } = event;
  const body = {
    asker: event.requester,
    origin: event.origin,
    reply: event.reply,
    group: reply.kind === "embedded" ? { id: reply.groupId, size: reply.groupSize } : undefined,
    asked: event.asked,
    askedHash: event.askedHash,
    flags: event.flags,
    media: event.media,
    declared,
    requestKind,
    notKept: event.notKept,
    conversation: event.conversation,
    turn: event.turn,
    round: event.round,
    deadline: event.deadline,
    producer: event.producer,
    heldBy: event.heldBy,
    ...aboutRequest({ requestKind }, event.proposed),
  } as unknown as Json;
  return { sampleId: id, atMs, kind, body, media: event.media.map(({ ref }) => ref) };
}

/**
 * In a larger group, listing all siblings in each row would take space by the square of its size. They can be found
 * by the group id in their rows.
 */
export const SIBLINGS_LISTED_MAX = 256;
