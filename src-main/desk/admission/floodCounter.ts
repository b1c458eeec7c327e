// Joins refusals of one kind: the first ones are requests of their own on screen and on record, those that follow
// only count. A flood costs a number, not a list.
import type { Refusal, RefusalReason } from "../../../src-shared/sampling/life/sample.ts";

/** Refusals of one server for one reason belong together while no longer than this lies between them. */
const GROUP_GAP_MS = 60_000;
/** How often a count that grows is told and recorded. */
const FLUSH_MS = 250;

/** A reason that says nothing of the request itself needs no second example. */
const SHOWN_BY_REASON: Partial<Record<RefusalReason, number>> = {
  "rate-limited": 1,
  "too-many-waiting": 1,
  "too-many-rounds": 1,
  "too-many-for-call": 1,
  "tokens-budget": 1,
  "cost-budget": 1,
};
const SHOWN_BY_DEFAULT = 5;

/** What tells one kind of refusal from another. */
type Kind = Pick<Refusal, "reason" | "figures">;

interface Row {
  /** The latest request of this kind that stands for itself. */
  sampleId: string;
  shown: number;
  lastAtMs: number;
  /** Counted, and not yet told. */
  untold: number;
  /** Of those that were counted: errors that did not arrive, and that is not yet told. */
  missed: number;
}

export interface FloodCounterDeps {
  /** True while the request is in memory: one that was dismissed stands for no other. */
  isInMemory(sampleId: string): boolean;
  /** So many more were refused like this one; of all that were, so many more errors did not arrive. */
  onCounted(sampleId: string, count: number, lastAtMs: number, missed: number): void;
}

export class FloodCounter {
  readonly #parts: FloodCounterDeps;
  readonly #rows = new Map<string, Row>();
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: FloodCounterDeps) {
    this.#parts = parts;
  }

  /** Counts one more refusal. The request that stands for it, or null when it is to stand for itself. */
  join(serverId: string, refusal: Kind, atMs: number): string | null {
    const { reason } = refusal;
    const row = this.#rows.get(keyOf(serverId, refusal));
    if (row === undefined || atMs - row.lastAtMs > GROUP_GAP_MS) return null;
    if (row.shown < (SHOWN_BY_REASON[reason] ?? SHOWN_BY_DEFAULT)) return null;
    if (!this.#parts.isInMemory(row.sampleId)) return null;
    row.lastAtMs = atMs;
    row.untold += 1;
    this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS);
    return row.sampleId;
  }

  /** A refusal that stands for itself, and for those that follow. */
  startGroup(serverId: string, refusal: Kind, sampleId: string, atMs: number): void {
    const key = keyOf(serverId, refusal);
    const before = this.#rows.get(key);
    if (before !== undefined) this.#tell(before);
    const goesOn =
      before !== undefined &&
      atMs - before.lastAtMs <= GROUP_GAP_MS &&
      this.#parts.isInMemory(before.sampleId);
    this.#rows.set(key, {
      sampleId,
      shown: goesOn ? before.shown + 1 : 1,
      lastAtMs: atMs,
      untold: 0,
      missed: 0,
    });
  }

  /** The error of one that was counted did not arrive. */
  countUndelivered(serverId: string, refusal: Kind): void {
    const row = this.#rows.get(keyOf(serverId, refusal));
    if (row === undefined) return;
    row.missed += 1;
    this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS);
  }

  /** Tells every count that grew since the last time. */
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
    this.#parts.onCounted(row.sampleId, untold, row.lastAtMs, missed);
  }
}

const keyOf = (serverId: string, { reason, figures }: Kind): string =>
  `${reason} ${figures?.scope ?? ""} ${serverId}`;
