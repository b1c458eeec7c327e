// Runs rules on the requests of the index, newest first, in slices so that queries run in between.
import { toJsonText } from "#shared/ledger/history.ts";
import type { JsonText } from "#shared/ledger/history.ts";
import type { FindingKind } from "#shared/inspect/kinds.ts";
import type { DryRun, DryRunning } from "#shared/ipc/rules.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { DryRunOf } from "../../../services/record/historyPorts.ts";
import type { Database } from "../../sql.ts";
import type { LedgerFile } from "../ledgerFile.ts";
import { PAST_COLUMNS } from "../past.ts";
import { numberOf, rowsOnce } from "../sql.ts";
import { Decider } from "./decider.ts";
import { PastItems } from "./pastItems.ts";
import { rulesToRun } from "./ruleToRun.ts";
import type { RuleToRun } from "./ruleToRun.ts";
import { sumOf, Tally } from "./tally.ts";

/** Requests per chunk: one statement per rule and chunk. */
const CHUNK = 4096;

/** The files it reads; `off`: checks that the user turned off. */
export interface DryRunFiles {
  index: Database;
  ledger: LedgerFile;
  off?: readonly FindingKind[];
}

export class DryRunJob {
  readonly #index: Database;
  readonly #nowMs: () => number;
  readonly #beganAtMs: number;
  readonly #past: PastItems;
  readonly #decider: Decider;
  readonly #tally = new Tally();
  readonly #ns: Float64Array;
  readonly #passedOver: number;
  readonly #work: Generator<undefined, void>;
  #done = 0;
  #cancelled = false;

  private constructor(
    { index, ledger, off = [] }: DryRunFiles,
    rules: readonly RuleToRun[],
    { count, nowMs }: { count: number; nowMs: () => number },
  ) {
    this.#index = index;
    this.#nowMs = nowMs;
    this.#beganAtMs = nowMs();
    this.#past = new PastItems(index, ledger, off);
    this.#decider = new Decider(index, this.#past, rules);
    const { ns, passedOver } = newest(index, count);
    this.#ns = ns;
    this.#passedOver = passedOver;
    this.#work = this.#run();
  }

  /** Fails if a rule's filter cannot be parsed. */
  static begin(
    files: DryRunFiles,
    { rules, news, count }: DryRunOf,
    nowMs: () => number,
  ): Outcome<DryRunJob, Failure> {
    const ready = rulesToRun(rules, news, Date.now());
    if ("unreadable" in ready) {
      return fail({ kind: "invalid-argument", channel: "rules.dryRun", detail: ready.unreadable });
    }
    return ok(new DryRunJob(files, ready, { count, nowMs }));
  }

  /** Works for about `sliceMs`; true while there is more. Throws if the files cannot be read. */
  step(sliceMs: number): boolean {
    const endsMs = this.#nowMs() + sliceMs;
    while (!this.#cancelled && this.#nowMs() < endsMs) {
      if (this.#work.next().done === true) return false;
    }
    return !this.#cancelled;
  }

  /** Stops the run; the result covers what was judged so far. */
  cancel(): void {
    this.#cancelled = true;
  }

  get running(): NonNullable<DryRunning> {
    return { done: this.#done, total: this.#ns.length };
  }

  result(): JsonText<DryRun> {
    const { gates, unjudged } = this.#tally;
    return toJsonText<DryRun>({
      judged: this.#done - unjudged,
      total: numberOf(this.#index, "SELECT count(*) FROM item"),
      cancelled: this.#cancelled,
      tookMs: Math.round(this.#nowMs() - this.#beganAtMs),
      ...sumOf(gates),
      gates,
      unjudged,
      passedOver: this.#passedOver,
      ...this.#tally.items(this.#index),
    });
  }

  *#run(): Generator<undefined, void> {
    for (let from = 0; from < this.#ns.length; from += CHUNK) {
      const ns = Array.from(this.#ns.subarray(from, from + CHUNK));
      const decided = yield* this.#decider.decide(ns);
      yield* this.#tally.add(ns, decided, (n, gate) => this.#past.at(n, gate));
      this.#past.clear();
      this.#done += ns.length;
      yield;
    }
  }
}

/** The newest requests that rules would have seen, and how many others were skipped. */
function newest(index: Database, count: number): { ns: Float64Array; passedOver: number } {
  const sql = `SELECT json_group_array(n) FILTER (WHERE came), count(*) FILTER (WHERE NOT came) FROM
                 (SELECT n, (past & ${PAST_COLUMNS.request}) <> 0 AS came FROM item ORDER BY received_ms DESC, n DESC LIMIT ?)`;
  const [row] = rowsOnce(index, sql, [count]);
  const ns = JSON.parse(String(row?.[0] ?? "[]")) as number[];
  return { ns: Float64Array.from(ns), passedOver: Number(row?.[1] ?? 0) };
}
