// What the rules decide about a few requests of the index: at each gate, the first rule that matches.
import type { RuleGate } from "#shared/policy/rules/rule.ts";
import type { Database } from "../../sql.ts";
import { PAST_COLUMNS } from "../past.ts";
import { gateView } from "./gateView.ts";
import { AMBIGUOUS, paramsFor } from "./bounds.ts";
import type { PastItems } from "./pastItems.ts";
import type { RuleToRun } from "./ruleToRun.ts";

/** The index's data of a request that a rule may match. Texts are columns of words. */
export interface PastRow {
  n: number;
  /** The rule certainly matches; otherwise the request has to be read. */
  sure: boolean;
  gone: boolean;
  /** Serious findings, flags or a changed identity could hold back a rule that approves it. */
  weighs: boolean;
  /**
   * Findings in the request as received, including those of checks that were turned off; rules that redact such a
   * group still apply to them.
   */
  found: string;
  /** As it was at the gate. */
  system: string;
  maxTokens: number | null;
  kind: string;
  /** As it is now. */
  is: string;
  gateNow: number | null;
  by: Record<RuleGate, string>;
  edited: string;
}

/** What the rules would have decided about a request at a gate; `unknown` if they depend on deleted content. */
export type Decision = { rule: RuleToRun; row: PastRow; isUnsure: boolean } | "unknown";
export type Decisions = ReadonlyMap<number, Decision>;

export interface Decided {
  request: Decisions;
  response: Decisions;
}

/** A prepared statement that returns rows as arrays. */
interface Statement {
  all(...values: (string | number)[]): unknown[][];
}

const BITS = {
  request: {
    came: PAST_COLUMNS.request,
    read: PAST_COLUMNS.readRequest,
    weighs: PAST_COLUMNS.weighsRequest,
  },
  response: {
    came: PAST_COLUMNS.response,
    read: PAST_COLUMNS.readResponse,
    weighs: PAST_COLUMNS.weighsResponse,
  },
} as const;
const VIEWS = { request: gateView("request"), response: gateView("response") };

export class Decider {
  readonly #index: Database;
  /** Prepared statements, cached for this run only. */
  readonly #prepared = new Map<string, Statement>();
  readonly #past: PastItems;
  readonly #rules: readonly RuleToRun[];
  /** Rows that new rules may match, found by `#touched` and reused by `#inOrder`. */
  readonly #asked = new Map<string, PastRow[]>();

  constructor(index: Database, past: PastItems, rules: readonly RuleToRun[]) {
    this.#index = index;
    this.#past = past;
    this.#rules = rules;
  }

  /**
   * Decides about those of these requests that a new rule may match. Every `yield` is a place to pause.
   * @param ns the requests' numbers in the index
   */
  *decide(ns: readonly number[]): Generator<undefined, Decided> {
    this.#asked.clear();
    const requests = yield* this.#touched(ns, "request");
    const responses = yield* this.#touched(ns, "response");
    const request = yield* this.#inOrder(new Set([...requests, ...responses]), "request");
    const left = [...responses].filter((n) => isLetOn(request.get(n)));
    const response = yield* this.#inOrder(new Set(left), "response");
    return { request, response };
  }

  /** Requests that a new rule may match. */
  *#touched(ns: readonly number[], gate: RuleGate): Generator<undefined, Set<number>> {
    const touched = new Set<number>();
    for (const rule of this.#rules) {
      if (!rule.isNew || rule.at[gate] === null) continue;
      const rows = this.#rowsOf(rule, gate, ns);
      this.#asked.set(`${gate} ${rule.rule.id}`, rows);
      for (const { n } of rows) touched.add(n);
      yield;
    }
    return touched;
  }

  *#inOrder(open: Set<number>, gate: RuleGate): Generator<undefined, Decisions> {
    const decisions = new Map<number, Decision>();
    for (const rule of this.#rules) {
      if (open.size === 0) break;
      if (rule.at[gate] === null) continue;
      const rows =
        this.#asked.get(`${gate} ${rule.rule.id}`) ?? this.#rowsOf(rule, gate, [...open]);
      for (const row of rows) {
        if (!open.has(row.n)) continue;
        const looks = row.sure ? true : this.#looks(rule, gate, row);
        if (!row.sure) yield;
        if (looks === false) continue;
        const isUnsure = looks === "unsure";
        decisions.set(row.n, looks === "unknown" ? looks : { rule, row, isUnsure });
        open.delete(row.n);
      }
      yield;
    }
    return decisions;
  }

  /** Whether the rule really matches, by the content in the ledger. */
  #looks({ at }: RuleToRun, gate: RuleGate, { n, gone }: PastRow): boolean | "unsure" | "unknown" {
    if (gone) return "unknown";
    const read = this.#past.at(n, gate);
    if (read === null) return "unknown";
    const { was, item } = read;
    return was !== null && item !== null && (at[gate]?.fits(item, was.askedHash) ?? false);
  }

  #rowsOf({ at }: RuleToRun, gate: RuleGate, ns: readonly number[]): PastRow[] {
    const bounds = at[gate]?.bounds ?? null;
    if (bounds === null || ns.length === 0) return [];
    const { came, read, weighs } = BITS[gate];
    const { may, must } = bounds;
    const sql = `
      SELECT r.n, CASE WHEN r.forgotten = 2 OR ${AMBIGUOUS} THEN (${must.sql}) ELSE 1 END AND (r.past & ${read}) = 0, r.forgotten = 2, (r.past & ${weighs}) <> 0, r.found1, r.system, r.max_tokens,
        r.is_now, r.gate_now, r.by1_now, r.by2_now, r.edited_now, r.kind
      FROM json_each(?) j CROSS JOIN ${VIEWS[gate]} r ON r.n = j.value
      WHERE (r.past & ${came}) <> 0 AND ((${may.sql}) OR (r.past & ${read}) <> 0)`;
    const among = rangeOf(ns);
    const values = [...paramsFor(must, among), JSON.stringify(ns), ...paramsFor(may, among)];
    return this.#statement(sql)
      .all(...values)
      .map(rowFrom);
  }

  #statement(sql: string): Statement {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    const made = this.#index.prepare(sql).raw() as unknown as Statement;
    this.#prepared.set(sql, made);
    return made;
  }
}

function rangeOf(ns: readonly number[]): { least: number; most: number } {
  let [least = 0] = ns;
  let most = least;
  for (const n of ns) {
    if (n < least) least = n;
    if (n > most) most = n;
  }
  return { least, most };
}

/** A refused request never reaches gate 2; after an unknown decision, gate 2 is unknown too. */
const isLetOn = (decision: Decision | undefined): boolean =>
  decision === undefined ||
  (decision !== "unknown" && (decision.isUnsure || decision.rule.rule.decide !== "refuse"));

function rowFrom(row: readonly unknown[]): PastRow {
  const [n, sure, gone, weighs, found, system, maxTokens, is, gateNow, by1, by2, edited, kind] =
    row;
  return {
    n: Number(n),
    sure: sure === 1,
    gone: gone === 1,
    weighs: weighs === 1,
    found: String(found),
    system: String(system),
    maxTokens: typeof maxTokens === "number" ? maxTokens : null,
    is: String(is),
    gateNow: typeof gateNow === "number" ? gateNow : null,
    by: { request: String(by1), response: String(by2) },
    edited: String(edited),
    kind: String(kind),
  };
}
