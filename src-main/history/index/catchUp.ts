// Brings the index up to date with the ledger, in slices so that queries run in between. If the ledger is a different
// one or was truncated, the index is rebuilt.
import type { FindingKind } from "#shared/findings/kinds.ts";
import type { HistoryState } from "#shared/ledger/history.ts";
import { LEDGER } from "#shared/ledger/row.ts";
import type { Database } from "../../store/sql.ts";
import { clearWal } from "./indexFile.ts";
import { numberOf, rowsOf, run } from "./sql.ts";
import { keyOf, putItem } from "./items.ts";
import type { Putting } from "./items.ts";
import type { LedgerFile } from "./ledgerFile.ts";

/** The most rows per step. */
const ROWS_MOST = 256;
/** How often what was read is committed: each commit costs the text index a segment. */
const COMMIT_MS = 4000;
/** While content is deleted: more at a time would keep the disk, and so main's next write, for long. */
const DELETED_COMMIT_MS = 1000;
/** Smaller backlogs are not reported to lists. */
const BACKLOG = 500;

interface Place {
  first: string;
  seq: number;
  hash: string;
  /** Something was deleted since all was read. */
  forgot: boolean;
}

/** Whether the index belongs to this ledger. Throws if either cannot be read. */
export function isOf(index: Database, ledger: LedgerFile): boolean {
  const place = placeOf(index);
  if (place === null) return numberOf(index, "SELECT count(*) FROM item") === 0;
  return ledger.hashAt(1) === place.first && ledger.hashAt(place.seq) === place.hash;
}

function placeOf(index: Database): Place | null {
  const [row] = rowsOf(index, "SELECT first, seq, hash, forgot FROM place");
  if (row === undefined) return null;
  const [first, seq, hash, forgot] = row;
  return { first: String(first), seq: Number(seq), hash: String(hash), forgot: forgot === 1 };
}

export class CatchUp {
  readonly #index: Database;
  readonly #ledger: LedgerFile;
  readonly #nowMs: () => number;
  readonly #putting: Putting;
  readonly #first: string;
  #place: Pick<Place, "seq" | "hash">;
  #head: number;
  #beganAtMs: number | null = null;
  /** Requests with rows to come that are in the index already, and the last of these: all rows of a request are read at once. */
  readonly #ahead = new Map<string, number>();
  /** Rows that were read, and the first of them that is not in the index. */
  #rows: ReturnType<LedgerFile["after"]> = [];
  #at = 0;
  #forgot: boolean;
  /** Number of items that could not be read, because the ledger is damaged. They are missing from every list. */
  unreadable = 0;

  /** @param off checks that the user turned off */
  constructor(
    index: Database,
    ledger: LedgerFile,
    nowMs: () => number,
    off: readonly FindingKind[] = [],
  ) {
    this.#putting = { index, key: keyOf(index), ledger, off };
    this.#index = index;
    this.#ledger = ledger;
    this.#nowMs = nowMs;
    const place = placeOf(index);
    this.#place = place ?? { seq: 0, hash: "" };
    this.#forgot = place?.forgot ?? false;
    this.#head = ledger.head();
    this.#first = ledger.hashAt(1) ?? "";
  }

  /** The last row that is in the index. */
  get seq(): number {
    return this.#place.seq;
  }

  get state(): HistoryState {
    const left = this.#head - this.#place.seq;
    if (left < BACKLOG) return { kind: "ready" };
    return { kind: "building", done: this.#place.seq, total: this.#head };
  }

  /** Works for about `sliceMs`. True if it read something; there may be more. */
  step(sliceMs: number): boolean {
    const endsMs = this.#nowMs() + sliceMs;
    if (this.#at === this.#rows.length) {
      this.#rows = this.#ledger.after(this.#place.seq, ROWS_MOST);
      this.#at = 0;
    }
    if (this.#rows.length === 0) {
      this.settle();
      return false;
    }
    this.#begin();
    do this.#take();
    while (this.#at < this.#rows.length && this.#nowMs() < endsMs);
    this.#head = this.#ledger.head();
    const commitMs = this.#forgot ? DELETED_COMMIT_MS : COMMIT_MS;
    if (this.#nowMs() - (this.#beganAtMs ?? 0) > commitMs) this.settle();
    return true;
  }

  /** Commits what was read so far. */
  settle(): void {
    if (this.#beganAtMs === null) return;
    const { seq, hash } = this.#place;
    // What deleted requests had in common with no other: once nothing is left to read, as it takes a look at all.
    const isWhole = seq >= this.#head;
    if (this.#forgot && isWhole)
      this.#index.exec("DELETE FROM alike WHERE id NOT IN (SELECT alike FROM item)");
    const forgot = this.#forgot && !isWhole;
    const sql =
      "INSERT OR REPLACE INTO place (one, first, seq, hash, forgot) VALUES (1, ?, ?, ?, ?)";
    run(this.#index, sql, this.#first, seq, hash, Number(forgot));
    this.#index.exec("COMMIT");
    this.#beganAtMs = null;
    // Until then, the deleted content is still in the WAL.
    if (this.#forgot) clearWal(this.#index);
    this.#forgot = forgot;
  }

  /** Reads the next row. */
  #take(): void {
    const row = this.#rows[this.#at];
    if (row === undefined) return;
    const { seq, sample: request, hash } = row;
    if (request !== LEDGER && (this.#ahead.get(request) ?? 0) < seq) this.#put(request, seq);
    if ((this.#ahead.get(request) ?? 0) <= seq) this.#ahead.delete(request);
    this.#place = { seq, hash };
    this.#at += 1;
  }

  #begin(): void {
    if (this.#beganAtMs !== null) return;
    this.#index.exec("BEGIN IMMEDIATE");
    this.#beganAtMs = this.#nowMs();
  }

  #put(request: string, seq: number): void {
    try {
      const { last, forgot } = putItem(this.#putting, request, seq);
      this.#ahead.set(request, last);
      if (forgot) this.#forgot = true;
    } catch (error) {
      // SQLite errors end the step; a damaged row only costs this item.
      if (isSqlite(error)) throw error;
      this.#ahead.set(request, this.#head);
      this.unreadable += 1;
    }
  }
}

const isSqlite = (error: unknown): boolean =>
  error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE");
