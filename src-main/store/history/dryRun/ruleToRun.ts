// Prepares a rule for a dry run: SQL conditions for each gate, and a function for requests where the index cannot
// tell.
import { BREAK } from "#shared/filter/columns.ts";
import type { FilterItem } from "#shared/filter/matches.ts";
import type { FilterQuery } from "#shared/filter/query.ts";
import { foldValue } from "#shared/filter/text.ts";
import { matcherOf } from "#shared/policy/judge/judge.ts";
import type { Matcher } from "#shared/policy/judge/judge.ts";
import { gatesOf } from "#shared/policy/rules/gates.ts";
import type { Rule, RuleGate } from "#shared/policy/rules/rule.ts";
import { ruleQuery } from "#shared/policy/rules/ruleQuery.ts";
import { allBounds, boundsOf, certain, unlessAmbiguous, unlessDeleted } from "./bounds.ts";
import type { Bounds } from "./bounds.ts";

/** The rule at one gate. */
interface AtGate {
  query: FilterQuery;
  bounds: Bounds;
  /** Whether the rule matches this request as it was at the gate. */
  fits(item: FilterItem, askedHash: string): ReturnType<Matcher>;
}

export interface RuleToRun {
  rule: Rule;
  /** The dry run reports what this rule would do. */
  isNew: boolean;
  /** Null if the rule does not apply at that gate. */
  at: Record<RuleGate, AtGate | null>;
}

/**
 * The rules that take part, in order; or the id of the first whose filter cannot be parsed. Rules in `asked` run even
 * if they are turned off. How long or how often a rule holds does not matter for the past, except that expired rules
 * are left out, and a rule for one conversation only matches requests of it.
 */
export function rulesToRun(
  rules: readonly Rule[],
  asked: readonly string[],
  nowMs: number,
): RuleToRun[] | { unreadable: string } {
  // An empty list means all rules.
  const news = new Set(asked.length === 0 ? rules.map(({ id }) => id) : asked);
  const ready: RuleToRun[] = [];
  for (const rule of rules) {
    if (!holds(rule, news.has(rule.id), nowMs)) continue;
    const at: RuleToRun["at"] = { request: null, response: null };
    for (const gate of gatesOf(rule)) {
      const query = ruleQuery(rule.when, gate);
      if (query === null) return { unreadable: rule.id };
      at[gate] = readied(rule, query, gate, nowMs);
    }
    ready.push({ rule, isNew: news.has(rule.id), at });
  }
  return ready;
}

function holds({ on, holds }: Rule, isNew: boolean, nowMs: number): boolean {
  if (!on && !isNew) return false;
  if (holds.kind === "until") return holds.atMs > nowMs;
  return holds.kind !== "uses" || holds.left > 0;
}

function readied(rule: Rule, query: FilterQuery, gate: RuleGate, nowMs: number): AtGate {
  const fits = matcherOf(query);
  const thread = rule.holds.kind === "thread" ? wordOf(rule.holds.thread) : null;
  // The id comes first in the column. Which identity was approved at the time is not in the ledger, so it is not
  // compared.
  const server = rule.server === undefined ? null : wordOf(rule.server.id);
  let bounds = boundsOf(query, gate, nowMs);
  if (rule.exactly !== undefined) {
    const same = { sql: "(r.asked_hash = ?)", params: [rule.exactly] };
    bounds = allBounds(unlessDeleted(same), bounds);
  }
  if (server !== null) {
    bounds = allBounds(certain({ sql: "(instr(r.server, ?) = 1)", params: [server] }), bounds);
  }
  if (thread !== null) {
    const inThread = { sql: "(instr(r.thread, ?) > 0)", params: [thread] };
    bounds = allBounds(unlessAmbiguous(inThread), bounds);
  }
  return {
    query,
    bounds,
    fits: (item, askedHash) => {
      if (rule.exactly !== undefined && rule.exactly !== askedHash) return false;
      if (server !== null && !String(item.row.server).startsWith(server)) return false;
      const isAnyRun = item.unsure?.has("thread") === true;
      if (thread !== null && !isAnyRun && !String(item.row.thread).includes(thread)) return false;
      const fit = fits(item, nowMs);
      return thread !== null && isAnyRun && fit ? "unsure" : fit;
    },
  };
}

const wordOf = (text: string): string => `${BREAK}${foldValue(text)}${BREAK}`;
