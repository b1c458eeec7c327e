// The history of one profile: the ledger that is read, the index that is kept of it, what is asked of both. Whatever goes
// wrong with a file is an answer; an index that is of no use is made anew.
import { fail, ok } from "../../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import type {
  HistoryKnown,
  HistoryState,
  HistoryView,
} from "../../../src-shared/ledger/history.ts";
import type { RuleGate } from "../../../src-shared/policy/rule.ts";
import type { Database } from "../sql.ts";
import type {
  DryRunOf,
  HistoryFiles,
  HistoryReads,
  ReplayFrom,
  RetentionRule,
} from "../../services/historyPorts.ts";
import { againOf, answeredOf } from "./again.ts";
import { CatchUp, isOf } from "./catchUp.ts";
import { DryRunJob } from "./dryRun/dryRun.ts";
import { proposalOf } from "./dryRun/proposal.ts";
import { dueItems } from "./due.ts";
import { openIndexFile, removeIndexFile } from "./indexFile.ts";
import { readItem } from "./items.ts";
import { itemOf, mediumOf } from "./itemView.ts";
import { knownValues } from "./known.ts";
import { LedgerFile } from "./ledgerFile.ts";
import { Lists } from "./lists.ts";
import { numberOf } from "./sql.ts";
import { whereOf } from "./where.ts";

/** Rows of a search that come at once. */
const FIRST = 100;
/** How old values for completion may be: they are read out of the whole table. */
const KNOWN_MS = 30_000;

interface Open {
  index: Database;
  ledger: LedgerFile;
  catchUp: CatchUp;
}

type Answer<R extends keyof HistoryReads> = Outcome<HistoryReads[R]["value"], Failure>;

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
    const { index, catchUp } = this.#open ?? {};
    if (index === undefined || catchUp === undefined) {
      return { head: 0, total: 0, unreadable: 0, state: this.#closedState() };
    }
    return {
      head: catchUp.seq,
      total: numberOf(index, "SELECT count(*) FROM item"),
      unreadable: catchUp.unreadable,
      state: catchUp.state,
    };
  }

  #closedState(): HistoryState {
    return this.#detail === null
      ? { kind: "building", done: 0, total: 0 }
      : { kind: "unavailable", detail: this.#detail };
  }

  /**
   * Reads what is new for about so many milliseconds. `more`: there may be more; `idle`: there is nothing; `later`: it
   * did not go, or there is no ledger yet.
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

  find(text: string): Answer<"find"> {
    const where = whereOf(text, Date.now());
    if (!where.ok) {
      const none = { query: 0, total: 0, rows: [], faults: where.failure, view: this.view() };
      return ok(JSON.stringify(none));
    }
    return this.#reading(({ index }) => {
      const { query, total } = this.#lists.find(index, where.value);
      const rows = this.#lists.page(index, query, 0, FIRST) ?? "[]";
      const rest = JSON.stringify({ query, total, faults: [], view: this.view() });
      // The rows are JSON already.
      return ok(`${rest.slice(0, -1)},"rows":${rows}}`);
    });
  }

  page(query: number, from: number, count: number): Answer<"page"> {
    return this.#reading(({ index }) => {
      const rows = this.#lists.page(index, query, from, count);
      return rows === null ? fail({ kind: "stale" }) : ok(rows);
    });
  }

  item(sampleId: string): Answer<"item"> {
    return this.#reading(({ index, ledger }) => {
      const item = itemOf(index, ledger, sampleId);
      return item === null ? fail({ kind: "not-found", what: "sample" }) : ok(JSON.stringify(item));
    });
  }

  medium(sampleId: string, ref: string): Answer<"medium"> {
    return this.#reading(({ ledger }) => {
      const medium = mediumOf(ledger, sampleId, ref);
      return medium === null ? fail({ kind: "not-found", what: "media" }) : ok(medium);
    });
  }

  again(sampleId: string, from: ReplayFrom): Answer<"again"> {
    return this.#reading(({ ledger }) => {
      const again = againOf(ledger, sampleId, from);
      return again.ok ? ok(JSON.stringify(again.value)) : again;
    });
  }

  answered(sampleId: string): Answer<"answered"> {
    return this.#reading(({ ledger }) => {
      const answered = answeredOf(ledger, sampleId);
      return answered.ok ? ok(JSON.stringify(answered.value)) : answered;
    });
  }

  origin(sampleId: string): Answer<"origin"> {
    return this.#reading(({ ledger }) => {
      const read = readItem(ledger, sampleId);
      if (read === null) return fail({ kind: "not-found", what: "sample" });
      const { asker, origin } = read.sample;
      return ok(JSON.stringify({ asker, origin }));
    });
  }

  due(rules: readonly RetentionRule[], most: number): Answer<"due"> {
    return this.#reading(({ index, ledger }) => {
      const items = dueItems(index, rules, most);
      // Questions to the person have no line in the index; what they hold goes by the same days.
      const questions = ledger.dueQuestions(rules, most - items.length);
      return ok(JSON.stringify([...items, ...questions]));
    });
  }

  /** A run of rules over what is there now; `step` it. */
  beginDryRun(of: DryRunOf): Outcome<DryRunJob, Failure> {
    return this.#reading((open) => DryRunJob.begin(open, of, this.#nowMs));
  }

  propose(sampleId: string, gate: RuleGate): Answer<"propose"> {
    return this.#reading((open) => proposalOf(open, sampleId, gate));
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
      // What was not kept is read again.
    }
    this.#open?.index.close();
    this.#open?.ledger.close();
    this.#open = null;
  }

  /** A read of what is there; nothing where there is no ledger yet. */
  #reading<T>(read: (open: Open) => Outcome<T, Failure>): Outcome<T, Failure> {
    try {
      const open = this.#opened();
      return open === null ? fail({ kind: "history-unavailable", detail: "" }) : read(open);
    } catch (error) {
      // A row that cannot be read is no fault of the index.
      const detail = isOfSqlite(error) ? this.#failed(error) : wordsOf(error);
      return fail({ kind: "history-unavailable", detail });
    }
  }

  /** Null while there is no ledger that can be read. */
  #opened(): Open | null {
    if (this.#open !== null) return this.#open;
    const files = this.#files;
    const ledger = LedgerFile.open(files.ledger, files.key);
    if (ledger === null) return null;
    let index: Database | null = null;
    try {
      index = openIndexFile(files.index, files.key);
      if (!isOf(index, ledger)) {
        index.close();
        removeIndexFile(files.index);
        index = openIndexFile(files.index, files.key);
      }
      this.#lists.clear();
      this.#known = null;
      this.#open = { index, ledger, catchUp: new CatchUp(index, ledger, this.#nowMs) };
      return this.#open;
    } catch (error) {
      index?.close();
      ledger.close();
      throw error;
    }
  }

  /** The second time in a row the index is at fault: it is made anew. */
  #failed(error: unknown): string {
    const detail = wordsOf(error);
    this.#failures += 1;
    this.#detail = detail;
    this.#open?.index.close();
    this.#open?.ledger.close();
    this.#open = null;
    if (this.#failures === 2) removeQuietly(this.#files.index);
    return detail;
  }
}

const wordsOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500);

/** Its errors carry a code of their own (`SQLITE_CORRUPT`, …). */
const isOfSqlite = (error: unknown): boolean =>
  String(Object(error)["code"] ?? "").startsWith("SQLITE");

function removeQuietly(file: string): void {
  try {
    removeIndexFile(file);
  } catch {
    // Then it fails again, and is said.
  }
}
