// Counts what the rules would have done and keeps examples: decisions against the user first, then those against
// earlier rules, then the newest.
import { fromJsonText } from "#shared/ledger/history.ts";
import type { HistoryRow } from "#shared/ledger/history.ts";
import type { DryRunCounts, DryRunItem } from "#shared/ipc/rules.ts";
import type { Verdict } from "#shared/policy/judge/judge.ts";
import type { RuleGate } from "#shared/policy/rules/rule.ts";
import type { Database } from "../../sql.ts";
import { rowsOf } from "../sql.ts";
import { contradictionOf, changes, decidedAbove } from "./against.ts";
import type { Decided, PastRow } from "./decider.ts";
import { pastVerdict } from "./pastVerdict.ts";
import type { PastItem } from "./pastItems.ts";
import type { RuleToRun } from "./ruleToRun.ts";

/** The most decisions that are listed. */
const SHOWN_MOST = 1000;
const GATES = ["request", "response"] as const;

/** A decision without the details of its request, which are read at the end. */
type Kept = Omit<
  DryRunItem,
  "id" | "receivedAtMs" | "serverName" | "firstWords" | "was" | "overrules"
> & {
  n: number;
  overruled?: "refused" | "allowed";
};

const none = (): DryRunCounts => ({
  allowed: 0,
  refused: 0,
  asked: 0,
  changed: 0,
  contradicted: 0,
  overruled: 0,
  held: 0,
});

export class Tally {
  readonly gates: Record<RuleGate, DryRunCounts> = { request: none(), response: none() };
  unjudged = 0;
  #decisions = 0;
  readonly #against: Kept[] = [];
  readonly #overruling: Kept[] = [];
  readonly #others: Kept[] = [];

  /**
   * Every `yield` is a place to pause.
   * @param past reads a whole request as it was at a gate
   */
  *add(
    ns: readonly number[],
    { request, response }: Decided,
    past: (n: number, gate: RuleGate) => PastItem | null,
  ): Generator<undefined, void> {
    for (const n of ns) {
      const decisions = { request: request.get(n), response: response.get(n) };
      const judged: Verdict[] = [];
      for (const gate of GATES) {
        const decision = decisions[gate];
        if (decision === undefined || decision === "unknown") continue;
        const { rule, row, isUnsure } = decision;
        const read = (): PastItem | null => past(n, gate);
        // A rule at gate 1 can require the user's approval at gate 2.
        const said = pastVerdict(rule, { row, gate, judged, isUnsure }, read);
        judged.push(said);
        if (rule.isNew) this.#count(decision, said, read);
      }
      if (Object.values(decisions).includes("unknown")) this.unjudged += 1;
      yield;
    }
  }

  #count(
    { rule, row }: { rule: RuleToRun; row: PastRow },
    { gate, decide, held, changes: made }: Verdict,
    past: () => PastItem | null,
  ): void {
    const counts = this.gates[gate];
    const { id, name } = rule.rule;
    if (decide === "ask" || held !== undefined) counts.asked += 1;
    else if (decide === "refuse") counts.refused += 1;
    else counts.allowed += 1;
    if (held !== undefined) counts.held += 1;
    const isChanged = made !== undefined && changes(rule, row);
    if (isChanged) counts.changed += 1;
    const opposed = held === undefined ? contradictionOf(rule, { row, gate }, past) : undefined;
    if (opposed !== undefined) counts.contradicted += 1;
    const before =
      held === undefined && opposed === undefined ? decidedAbove(rule, { row, gate }) : undefined;
    if (before !== undefined) counts.overruled += 1;
    this.#decisions += 1;
    const others = before === undefined ? this.#others : this.#overruling;
    const list = opposed === undefined ? others : this.#against;
    if (list.length >= SHOWN_MOST) return;
    list.push({
      n: row.n,
      rule: { id, name },
      gate,
      decide,
      ...(isChanged ? { changes: rule.rule.changes ?? {} } : {}),
      ...(held === undefined ? {} : { held }),
      ...(opposed === undefined ? {} : { against: opposed }),
      ...(before === undefined ? {} : { overruled: before }),
    });
  }

  /** The decisions to list, and how many more there are. */
  items(index: Database): { items: DryRunItem[]; more: number } {
    const kept = [...this.#against, ...this.#overruling, ...this.#others].slice(0, SHOWN_MOST);
    const items = kept.flatMap((one) => shown(index, one) ?? []);
    return { items, more: this.#decisions - items.length };
  }
}

function shown(index: Database, { n, overruled: decided, ...kept }: Kept): DryRunItem | null {
  const [row] = rowsOf(index, "SELECT row FROM shown WHERE n = ?", n);
  if (row === undefined) return null;
  // Written by this thread, so it needs no validation.
  const { facts } = fromJsonText<HistoryRow>(String(row[0]));
  const by = kept.gate === "request" ? facts.decidedBy1 : facts.decidedBy2;
  return {
    id: facts.id,
    receivedAtMs: facts.receivedAtMs,
    serverName: facts.serverName,
    firstWords: facts.firstWords,
    ...kept,
    ...(decided === undefined ? {} : { overrules: { decided, rules: facts.rules } }),
    was: { state: facts.state, by: by[0] ?? "", edited: facts.edited.includes(kept.gate) },
  };
}

export const sumOf = ({ request, response }: Tally["gates"]): DryRunCounts => ({
  allowed: request.allowed + response.allowed,
  refused: request.refused + response.refused,
  asked: request.asked + response.asked,
  changed: request.changed + response.changed,
  contradicted: request.contradicted + response.contradicted,
  overruled: request.overruled + response.overruled,
  held: request.held + response.held,
});
