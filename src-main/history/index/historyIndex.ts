// The history of one profile: its ledger, the index, queries on both, and the thread that answers them. File errors become failures; an unusable
// index is rebuilt.
import { setImmediate as turn } from "node:timers/promises";
import type { MessagePort } from "node:worker_threads";
import type { DryRun } from "#shared/contract/rules.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type {
  HistoryCount,
  HistoryFound,
  HistoryItem,
  HistoryKnown,
  HistoryRow,
  HistoryState,
  HistoryView,
  JsonText,
} from "#shared/ledger/history.ts";
import type { FindingKind } from "#shared/findings/kinds.ts";
import type { RuleProposal } from "#shared/rules/proposal.ts";
import type { RuleGate } from "#shared/rules/rule.ts";
import type { Database } from "../../store/sql.ts";
import { mainProxy } from "../../threads/calls.ts";
import { leftDatabases } from "../../threads/inThread.ts";
import { replayRequestOf } from "./replayRequest.ts";
import type { EarlierRequest, ReplayFrom } from "./replayRequest.ts";
import { CatchUp, isOf } from "./catchUp.ts";
import { DryRunJob } from "./dryRun.ts";
import type { DryRunOf } from "./dryRun.ts";
import { proposalOf } from "./proposal.ts";
import { openIndexFile, removeIndexFile } from "./indexFile.ts";
import { readItem } from "./items.ts";
import { itemOf, mediumOf } from "./itemView.ts";
import type { HistoryMedium } from "./itemView.ts";
import { knownValues } from "./known.ts";
import { LedgerFile } from "./ledgerFile.ts";
import { Lists } from "./lists.ts";
import { numberOf } from "./sql.ts";
import { whereOf } from "./where.ts";

/** Rows that are returned with a search. */
const FIRST = 100;
/** How old the values for autocompletion may be: reading them scans the whole table. */
const KNOWN_MS = 30_000;

/** The longest that indexing delays a query, in milliseconds. */
const SLICE_MS = 12;
/** How long indexing a backlog waits for the desk, in milliseconds: about as long as a request takes to be shown. */
const REST_MS = 250;
/** Interval of progress messages, in milliseconds. Each counts all requests, and main and the window handle it. */
const TELL_MS = 1000;
/** The longest that a query for current results waits for indexing, in milliseconds. */
const CATCH_UP_MS = 200;
/** Retry interval after a failure and while there is no ledger yet. */
const AGAIN_MS = 3000;

/** Paths of the ledger and its index; `key` encrypts both, or is null. */
export interface HistoryFiles {
  ledger: string;
  index: string;
  key: string | null;
  /** Checks that the user turned off; their findings are ignored in past requests too. */
  findingsOff?: readonly FindingKind[];
}

interface Open {
  index: Database;
  ledger: LedgerFile;
  catchUp: CatchUp;
  off: readonly FindingKind[];
}

export class HistoryIndex {
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

  find(text: string): Outcome<JsonText<HistoryFound>, Failure> {
    const where = whereOf(text, Date.now());
    if (!where.ok) {
      const none: HistoryFound = {
        query: 0,
        total: 0,
        left: 0,
        rows: [],
        faults: where.failure,
        view: this.view(),
      };
      return ok(JSON.stringify(none));
    }
    return this.#reading(({ index, ledger }) => {
      const { query, ...count } = this.#lists.find(index, where.value, FIRST);
      const { story: of } = where.value;
      const none = { reported: [], reportedTotal: 0 };
      const story = of && {
        ...of,
        ...(of.of === "session" ? ledger.reported(of.id, FIRST) : none),
      };
      const rows = this.#lists.page(index, query, 0, FIRST) ?? "[]";
      const rest = JSON.stringify({ query, ...count, faults: [], view: this.view(), story });
      // The rows are JSON already.
      return ok(`${rest.slice(0, -1)},"rows":${rows}}`);
    });
  }

  /** Looks for more of what a search finds. */
  more(query: number): Outcome<HistoryCount, Failure> {
    return this.#reading(({ index }) => {
      const count = this.#lists.more(index, query);
      return count === null ? fail({ kind: "stale" }) : ok(count);
    });
  }

  page(query: number, from: number, count: number): Outcome<JsonText<HistoryRow[]>, Failure> {
    return this.#reading(({ index }) => {
      const rows = this.#lists.page(index, query, from, count);
      return rows === null ? fail({ kind: "stale" }) : ok(rows);
    });
  }

  item(requestId: string): Outcome<JsonText<HistoryItem>, Failure> {
    return this.#reading(({ index, ledger }) => {
      const item = itemOf(index, ledger, requestId);
      return item === null ? fail({ kind: "not-found", what: "sample" }) : ok(JSON.stringify(item));
    });
  }

  medium(requestId: string, ref: string): Outcome<HistoryMedium, Failure> {
    return this.#reading(({ ledger }) => {
      const medium = mediumOf(ledger, requestId, ref);
      return medium === null ? fail({ kind: "not-found", what: "media" }) : ok(medium);
    });
  }

  /** An earlier request in a form that can be replayed. */
  again(requestId: string, from: ReplayFrom): Outcome<JsonText<EarlierRequest>, Failure> {
    return this.#reading(({ ledger }) => {
      const again = replayRequestOf(ledger, requestId, from);
      return again.ok ? ok(JSON.stringify(again.value)) : again;
    });
  }

  /** The server and the call that a request came from. */
  origin(
    requestId: string,
  ): Outcome<JsonText<Pick<EarlierRequest, "requester" | "origin">>, Failure> {
    return this.#reading(({ ledger }) => {
      const read = readItem(ledger, requestId);
      if (read === null) return fail({ kind: "not-found", what: "sample" });
      const { requester, origin } = read.request;
      return ok(JSON.stringify({ requester, origin }));
    });
  }

  /** Starts a dry run on the current requests; call its `step`. */
  beginDryRun(of: DryRunOf): Outcome<DryRunJob, Failure> {
    return this.#reading((open) => DryRunJob.begin(open, of, this.#nowMs));
  }

  /** Tries rules on past requests, and lets other queries run between the requests that it judges. */
  async dryRun(of: DryRunOf): Promise<Outcome<DryRun, Failure>> {
    const begun = this.beginDryRun(of);
    if (!begun.ok) return begun;
    try {
      while (begun.value.step()) await turn();
      return ok(begun.value.result());
    } catch (error) {
      // The index was rebuilt or closed meanwhile, or cannot be read.
      return fail({ kind: "history-unavailable", detail: wordsOf(error) });
    }
  }

  /** Proposes the narrowest rule that matches requests like this one, with examples. */
  propose(requestId: string, gate: RuleGate): Outcome<RuleProposal, Failure> {
    return this.#reading((open) => proposalOf(open, requestId, gate));
  }

  complete(): Outcome<HistoryKnown, Failure> {
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

/** The queries that main may send. */
export type HistoryQuery =
  | "find"
  | "more"
  | "page"
  | "item"
  | "medium"
  | "again"
  | "origin"
  | "complete"
  | "dryRun"
  | "propose";
export type HistoryArgs<Q extends HistoryQuery> = Parameters<HistoryIndex[Q]>;
export type HistoryResult<Q extends HistoryQuery> = Awaited<ReturnType<HistoryIndex[Q]>>;

/** Queries whose results must include what the user did just before. */
const TO_DATE: ReadonlySet<HistoryQuery> = new Set<HistoryQuery>(["find", "propose", "dryRun"]);

/** Calls from main to the worker thread. */
export interface HistoryCalls {
  read(query: HistoryQuery, args: readonly unknown[]): Promise<Outcome<unknown, Failure>>;
  /** The ledger has new rows. */
  appended(): void;
  /** The desk has something to do: indexing a backlog waits a moment. */
  rest(): void;
  /** Closes its files; the thread may be terminated afterwards. */
  close(): void;
}

/** Calls from the worker thread to main. */
export interface HistoryPushes {
  /** The index or its progress has changed. */
  moved(view: HistoryView): void;
}

/** In the history thread: answers queries and, between them, indexes what was appended to the ledger. */
export function serveHistory(port: MessagePort | null, files: HistoryFiles): void {
  const history = new HistoryIndex(files, () => performance.now());
  let timer: NodeJS.Timeout | null = null;
  let dueAtMs = 0;
  let toldAtMs = Number.NEGATIVE_INFINITY;
  let told = "";
  let closed = false;
  /** Indexing a backlog, one slice per turn of the loop. */
  let busy = false;
  let restsUntilMs = Number.NEGATIVE_INFINITY;

  /** Sends the view if it changed. */
  function tellView(): void {
    toldAtMs = performance.now();
    const view = history.view();
    const said = JSON.stringify(view);
    if (said !== told) void main.moved.asEvent(view);
    told = said;
  }

  function work(): void {
    timer = null;
    if (closed) return;
    const restsMs = restsUntilMs - performance.now();
    if (busy && restsMs > 0) {
      timer = setTimeout(work, restsMs);
      return;
    }
    const done = history.step(SLICE_MS);
    busy = done === "more";
    if (!busy || performance.now() - toldAtMs > TELL_MS) tellView();
    // Lets messages be handled between slices.
    if (busy) setImmediate(work);
    else if (done === "later") later(AGAIN_MS);
  }

  /** Schedules work within `ms`; does not postpone work that is due earlier. */
  function later(ms: number): void {
    const atMs = performance.now() + ms;
    if (closed || busy || (timer !== null && dueAtMs <= atMs)) return;
    if (timer !== null) clearTimeout(timer);
    dueAtMs = atMs;
    timer = setTimeout(work, ms);
  }

  /**
   * Indexes recent rows unless there are many; then the view shows the progress instead. Scheduled work stays
   * scheduled.
   */
  function catchUp(): void {
    if (!busy && timer === null) return;
    const untilMs = performance.now() + CATCH_UP_MS;
    while (history.isNear && performance.now() < untilMs && history.step(SLICE_MS) === "more");
  }

  const calls: HistoryCalls = {
    async read(query, args) {
      if (closed) return fail({ kind: "history-unavailable", detail: "closed" });
      if (TO_DATE.has(query)) catchUp();
      // `HistoryThread.read` pairs each query with its arguments.
      const read = history[query] as (...args: unknown[]) => HistoryResult<HistoryQuery>;
      const outcome = await read.apply(history, [...args]);
      // A discarded index is rebuilt even if no rows are appended.
      if (!outcome.ok && outcome.failure.kind === "history-unavailable") later(AGAIN_MS);
      return outcome;
    },
    appended: () => later(0),
    rest() {
      const nowMs = performance.now();
      // Half of the time it works, whatever the desk does.
      if (nowMs - restsUntilMs > REST_MS) restsUntilMs = nowMs + REST_MS;
    },
    close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      history.close();
      // Main terminates the thread, as it would not always end by itself.
      leftDatabases();
    },
  };
  const main = mainProxy<HistoryPushes>(port, calls, bytesIn);
  work();
}

/** The bytes of a medium, to be transferred instead of copied. */
function bytesIn(outcome: unknown): ArrayBuffer[] {
  const bytes: unknown = Object(Object(outcome)["value"])["bytes"];
  return bytes instanceof Uint8Array ? [bytes.buffer as ArrayBuffer] : [];
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
