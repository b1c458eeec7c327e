// The history of one profile: its ledger, the index, and queries on both. File errors become failures; an unusable
// index is rebuilt.
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { ALL_ENDED } from "#shared/ledger/history.ts";
import type { HistoryKnown, HistoryState, HistoryView } from "#shared/ledger/history.ts";
import type { FindingKind } from "#shared/findings/kinds.ts";
import type { RuleGate } from "#shared/rules/rule.ts";
import type { Database } from "../../store/sql.ts";
import type { DryRunOf, HistoryFiles, HistoryQueries, ReplayFrom } from "../historyPorts.ts";
import { replayRequestOf } from "./replayRequest.ts";
import { CatchUp, isOf } from "./catchUp.ts";
import { DryRunJob } from "./dryRun.ts";
import { proposalOf } from "./proposal.ts";
import { openIndexFile, removeIndexFile } from "./indexFile.ts";
import { readItem } from "./items.ts";
import { itemOf, mediumOf } from "./itemView.ts";
import { knownValues } from "./known.ts";
import { LedgerFile } from "./ledgerFile.ts";
import { Lists } from "./lists.ts";
import { numberOf } from "./sql.ts";
import { whereOf } from "./where.ts";

/** Rows that are returned with a search. */
const FIRST = 100;
/** How old the values for autocompletion may be: reading them scans the whole table. */
const KNOWN_MS = 30_000;

interface Open {
  index: Database;
  ledger: LedgerFile;
  catchUp: CatchUp;
  off: readonly FindingKind[];
}

type Answer<R extends keyof HistoryQueries> = Outcome<HistoryQueries[R]["value"], Failure>;

export class HistoryRoom {
  readonly #files: HistoryFiles;
  readonly #nowMs: () => number;
  readonly #lists = new Lists();
  #open: Open | null = null;
  #failures = 0;
  #detail: string | null = null;
  #known: { seq: number; atMs: number; values: HistoryKnown } | null = null;

  constructor(files: HistoryFiles, nowMs: () => number) {
    this.#files = files;
    this.#nowMs = nowMs;
  }

  view(): HistoryView {
    try {
      if (this.#open !== null) return viewOf(this.#open);
    } catch (error) {
      this.#failed(error);
    }
    return { head: 0, total: 0, unreadable: 0, state: this.#closedState() };
  }

  #closedState(): HistoryState {
    return this.#detail === null
      ? { kind: "building", done: 0, total: 0 }
      : { kind: "unavailable", detail: this.#detail };
  }

  /**
   * Reads new rows for about `sliceMs` milliseconds. `more`: there may be more; `idle`: nothing is new; `later`: it
   * failed, or there is no ledger yet.
   */
  step(sliceMs: number): "more" | "idle" | "later" {
    try {
      const open = this.#opened();
      if (open === null) return "later";
      const more = open.catchUp.step(sliceMs);
      this.#failures = 0;
      this.#detail = null;
      return more ? "more" : "idle";
    } catch (error) {
      this.#failed(error);
      return "later";
    }
  }

  /** The index is up to date except for some of the newest rows. */
  get isNear(): boolean {
    return this.#open?.catchUp.state.kind === "ready";
  }

  find(text: string): Answer<"find"> {
    const where = whereOf(text, Date.now());
    if (!where.ok) {
      const none = { query: 0, total: 0, rows: [], faults: where.failure, view: this.view() };
      return ok(JSON.stringify(none));
    }
    return this.#reading(({ index, ledger }) => {
      const { query, total } = this.#lists.find(index, where.value);
      const { session: id } = where.value;
      const session = id === undefined ? {} : { session: { id, ...ledger.reported(id, FIRST) } };
      const rows = this.#lists.page(index, query, 0, FIRST) ?? "[]";
      const rest = JSON.stringify({ query, total, faults: [], view: this.view(), ...session });
      // The rows are JSON already.
      return ok(`${rest.slice(0, -1)},"rows":${rows}}`);
    });
  }

  /** Runs the initial search in advance. Errors are ignored here; the actual search reports them. */
  warm(): void {
    const where = whereOf(ALL_ENDED, Date.now());
    if (!where.ok || this.#open === null) return;
    this.#reading(({ index }) => ok(this.#lists.warm(index, where.value, FIRST)));
  }

  page(query: number, from: number, count: number): Answer<"page"> {
    return this.#reading(({ index }) => {
      const rows = this.#lists.page(index, query, from, count);
      return rows === null ? fail({ kind: "stale" }) : ok(rows);
    });
  }

  item(requestId: string): Answer<"item"> {
    return this.#reading(({ index, ledger }) => {
      const item = itemOf(index, ledger, requestId);
      return item === null ? fail({ kind: "not-found", what: "sample" }) : ok(JSON.stringify(item));
    });
  }

  medium(requestId: string, ref: string): Answer<"medium"> {
    return this.#reading(({ ledger }) => {
      const medium = mediumOf(ledger, requestId, ref);
      return medium === null ? fail({ kind: "not-found", what: "media" }) : ok(medium);
    });
  }

  again(requestId: string, from: ReplayFrom): Answer<"again"> {
    return this.#reading(({ ledger }) => {
      const again = replayRequestOf(ledger, requestId, from);
      return again.ok ? ok(JSON.stringify(again.value)) : again;
    });
  }

  origin(requestId: string): Answer<"origin"> {
    return this.#reading(({ ledger }) => {
      const read = readItem(ledger, requestId);
      if (read === null) return fail({ kind: "not-found", what: "sample" });
      const { requester, origin } = read.sample;
      return ok(JSON.stringify({ requester, origin }));
    });
  }

  /** Starts a dry run on the current requests; call its `step`. */
  beginDryRun(of: DryRunOf): Outcome<DryRunJob, Failure> {
    return this.#reading((open) => DryRunJob.begin(open, of, this.#nowMs));
  }

  propose(requestId: string, gate: RuleGate): Answer<"propose"> {
    return this.#reading((open) => proposalOf(open, requestId, gate));
  }

  complete(): Answer<"complete"> {
    return this.#reading(({ index, catchUp }) => {
      const { seq } = catchUp;
      const atMs = this.#nowMs();
      const known = this.#known;
      if (known !== null && (known.seq === seq || atMs - known.atMs < KNOWN_MS)) {
        return ok(known.values);
      }
      this.#known = { seq, atMs, values: knownValues(index) };
      return ok(this.#known.values);
    });
  }

  close(): void {
    try {
      this.#open?.catchUp.settle();
    } catch {
      // Rows that were not committed are read again.
    }
    this.#open?.index.close();
    this.#open?.ledger.close();
    this.#open = null;
  }

  /** Runs a query; fails if there is no ledger yet. */
  #reading<T>(read: (open: Open) => Outcome<T, Failure>): Outcome<T, Failure> {
    try {
      const open = this.#opened();
      return open === null ? fail({ kind: "history-unavailable", detail: "" }) : read(open);
    } catch (error) {
      // An unreadable row does not mean that the index is broken.
      const files = isOfSqlite(error) || error instanceof LedgerUnreadable;
      const detail = files ? this.#failed(error) : wordsOf(error);
      return fail({ kind: "history-unavailable", detail });
    }
  }

  /** Null while there is no ledger that can be read. */
  #opened(): Open | null {
    if (this.#open !== null) return this.#open;
    const files = this.#files;
    const { findingsOff: off = [] } = files;
    const ledger = readable(() => LedgerFile.open(files.ledger, files.key));
    if (ledger === null) return null;
    let index: Database | null = null;
    try {
      index = openIndexFile(files.index, files.key, off);
      if (!isOf(index, ledger)) {
        index.close();
        removeIndexFile(files.index);
        index = openIndexFile(files.index, files.key, off);
      }
      this.#lists.clear();
      this.#known = null;
      const catchUp = new CatchUp(index, ledger, this.#nowMs, off);
      this.#open = { index, ledger, catchUp, off };
      return this.#open;
    } catch (error) {
      index?.close();
      ledger.close();
      throw error;
    }
  }

  /**
   * After two failures in a row, the index is assumed broken and rebuilt, but not if the ledger itself could not be
   * opened (its key is missing, it is locked).
   */
  #failed(error: unknown): string {
    const detail = wordsOf(error);
    const blamed = !(error instanceof LedgerUnreadable);
    if (blamed) this.#failures += 1;
    this.#detail = detail;
    this.#open?.index.close();
    this.#open?.ledger.close();
    this.#open = null;
    if (blamed && this.#failures === 2) removeQuietly(this.#files.index);
    return detail;
  }
}

const viewOf = ({ index, catchUp }: Open): HistoryView => ({
  head: catchUp.seq,
  total: numberOf(index, "SELECT count(*) FROM item"),
  unreadable: catchUp.unreadable,
  state: catchUp.state,
});

/** The ledger cannot be opened for reading. */
class LedgerUnreadable extends Error {}

function readable<T>(open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw new LedgerUnreadable(wordsOf(error), { cause: error });
  }
}

const wordsOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500);

/** SQLite's errors have a `code` like `SQLITE_CORRUPT`. */
const isOfSqlite = (error: unknown): boolean =>
  String(Object(error)["code"] ?? "").startsWith("SQLITE");

function removeQuietly(file: string): void {
  try {
    removeIndexFile(file);
  } catch {
    // The next attempt fails too, and is reported.
  }
}
