// Groups refusals of one kind: the first few are shown and recorded as requests of their own, the rest only count, so
// that a flood does not fill the inbox and the ledger.
import type { Refusal, RefusalReason } from "#shared/request/life/heldRequest.ts";

/** Refusals of one server for one reason are grouped when no more than this lies between them. */
const GROUP_GAP_MS = 60_000;
/** Interval at which growing counts are reported and recorded. */
const FLUSH_MS = 250;

/** For a reason that says nothing about the request itself, one example is enough. */
const SHOWN_BY_REASON: Partial<Record<RefusalReason, number>> = {
  "rate-limited": 1,
  "too-many-waiting": 1,
  "too-many-rounds": 1,
  "too-many-for-call": 1,
  "tokens-budget": 1,
  "cost-budget": 1,
};
const SHOWN_BY_DEFAULT = 5;

/** What identifies a kind of refusal. */
type Kind = Pick<Refusal, "reason" | "figures">;

interface Row {
  /** The latest request of this kind with an entry of its own. */
  requestId: string;
  shown: number;
  lastAtMs: number;
  /** Counted but not reported yet. */
  untold: number;
  /** Error responses to counted requests that could not be sent, not reported yet. */
  missed: number;
}

export interface FloodCounterDeps {
  /** Whether the request is still in memory: a dismissed one cannot stand for others. */
  isInMemory(requestId: string): boolean;
  /** `count` more were refused like this one; `missed` more of the errors could not be sent. */
  onCounted(requestId: string, count: number, lastAtMs: number, missed: number): void;
}

export class FloodCounter {
  readonly #parts: FloodCounterDeps;
  readonly #rows = new Map<string, Row>();
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: FloodCounterDeps) {
    this.#parts = parts;
  }

  /** Counts a refusal. Returns the request that stands for it, or null when it needs an entry of its own. */
  join(serverId: string, refusal: Kind, atMs: number): string | null {
    const { reason } = refusal;
    const row = this.#rows.get(keyOf(serverId, refusal));
    if (row === undefined || atMs - row.lastAtMs > GROUP_GAP_MS) return null;
    if (row.shown < (SHOWN_BY_REASON[reason] ?? SHOWN_BY_DEFAULT)) return null;
    if (!this.#parts.isInMemory(row.requestId)) return null;
    row.lastAtMs = atMs;
    row.untold += 1;
    this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS);
    return row.requestId;
  }

  /** Registers a refusal with an entry of its own, which also stands for those that follow. */
  startGroup(serverId: string, refusal: Kind, requestId: string, atMs: number): void {
    const key = keyOf(serverId, refusal);
    const before = this.#rows.get(key);
    if (before !== undefined) this.#tell(before);
    const goesOn =
      before !== undefined &&
      atMs - before.lastAtMs <= GROUP_GAP_MS &&
      this.#parts.isInMemory(before.requestId);
    this.#rows.set(key, {
      requestId,
      shown: goesOn ? before.shown + 1 : 1,
      lastAtMs: atMs,
      untold: 0,
      missed: 0,
    });
  }

  /** The error response to a counted request could not be sent. */
  countUndelivered(serverId: string, refusal: Kind): void {
    const row = this.#rows.get(keyOf(serverId, refusal));
    if (row === undefined) return;
    row.missed += 1;
    this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS);
  }

  /** Reports every count that grew since the last call. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    for (const row of this.#rows.values()) this.#tell(row);
  }

  #tell(row: Row): void {
    const { untold, missed } = row;
    if (untold === 0 && missed === 0) return;
    row.untold = 0;
    row.missed = 0;
    this.#parts.onCounted(row.requestId, untold, row.lastAtMs, missed);
  }
}

const keyOf = (serverId: string, { reason, figures }: Kind): string =>
  `${reason} ${figures?.scope ?? ""} ${serverId}`;
