// Reads what the ledger has grown by into the index, a slice at a time, so that reads come in between. A ledger that is
// another one than the index was made of, or that was cut, has the index made anew.
import type { FindingKind } from "../../../src-shared/inspect/kinds.ts";
import type { HistoryState } from "../../../src-shared/ledger/history.ts";
import { LEDGER } from "../../../src-shared/ledger/row.ts";
import type { Database } from "../sql.ts";
import { numberOf, rowsOf, rowsOnce } from "./sql.ts";
import { putItem } from "./items.ts";
import type { LedgerFile } from "./ledgerFile.ts";

/** Rows looked at in one step, at most. */
const ROWS_MOST = 256;
/** What is written becomes durable this often while there is more: each commit costs the text index a piece. */
const COMMIT_MS = 1000;
/** A backlog of fewer rows is no news: lists say nothing of it. */
const BACKLOG = 500;

interface Place {
  first: string;
  seq: number;
  hash: string;
}

/** Whether the index is of this ledger, as far as it goes. Throws where either cannot be read. */
export function isOf(index: Database, ledger: LedgerFile): boolean {
  const place = placeOf(index);
  if (place === null) return numberOf(index, "SELECT count(*) FROM item") === 0;
  return ledger.hashAt(1) === place.first && ledger.hashAt(place.seq) === place.hash;
}

function placeOf(index: Database): Place | null {
  const [row] = rowsOf(index, "SELECT first, seq, hash FROM place");
  return row === undefined
    ? null
    : { first: String(row[0]), seq: Number(row[1]), hash: String(row[2]) };
}

export class CatchUp {
  readonly #index: Database;
  readonly #ledger: LedgerFile;
  readonly #nowMs: () => number;
  readonly #off: readonly FindingKind[];
  readonly #first: string;
  #place: { seq: number; hash: string };
  #head: number;
  #beganAtMs: number | null = null;
  /** Something was taken out since the last commit. */
  #forgot = false;
  /** Items that no rule of ours could read: a damaged ledger. They are in no list. */
  unreadable = 0;

  /** @param off kinds of findings that are none */
  constructor(
    index: Database,
    ledger: LedgerFile,
    nowMs: () => number,
    off: readonly FindingKind[] = [],
  ) {
    this.#off = off;
    this.#index = index;
    this.#ledger = ledger;
    this.#nowMs = nowMs;
    this.#place = placeOf(index) ?? { seq: 0, hash: "" };
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

  /** Works for about so long. True where something was read; there may be more. */
  step(sliceMs: number): boolean {
    const endsMs = this.#nowMs() + sliceMs;
    const rows = this.#ledger.after(this.#place.seq, ROWS_MOST);
    if (rows.length === 0) {
      this.settle();
      return false;
    }
    this.#begin();
    const seen = new Set<string>();
    for (const { seq, sample, hash } of rows) {
      if (seen.size > 0 && this.#nowMs() > endsMs) break;
      // All rows of it are read at once, the newest included.
      if (!seen.has(sample) && sample !== LEDGER) this.#put(sample);
      seen.add(sample);
      this.#place = { seq, hash };
    }
    this.#head = this.#ledger.head();
    if (this.#nowMs() - (this.#beganAtMs ?? 0) > COMMIT_MS) this.settle();
    return true;
  }

  /** Makes durable what was read so far. */
  settle(): void {
    if (this.#beganAtMs === null) return;
    const { seq, hash } = this.#place;
    this.#index
      .prepare("INSERT OR REPLACE INTO place (one, first, seq, hash) VALUES (1, ?, ?, ?)")
      .run(this.#first, seq, hash);
    this.#index.exec("COMMIT");
    this.#beganAtMs = null;
    if (!this.#forgot) return;
    // Until then what was overwritten still stands beside the file.
    rowsOnce(this.#index, "PRAGMA wal_checkpoint(TRUNCATE)", []);
    this.#forgot = false;
  }

  #begin(): void {
    if (this.#beganAtMs !== null) return;
    this.#index.exec("BEGIN IMMEDIATE");
    this.#beganAtMs = this.#nowMs();
  }

  #put(sample: string): void {
    try {
      const put = putItem(this.#index, this.#ledger, sample, this.#off);
      if (put === "forgotten") this.#forgot = true;
    } catch (error) {
      // What SQLite cannot do ends the step; what a damaged row does to us costs this item alone.
      if (isSqlite(error)) throw error;
      this.unreadable += 1;
    }
  }
}

const isSqlite = (error: unknown): boolean =>
  error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE");
