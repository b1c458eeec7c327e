// A rule made ready for a run over the index: its conditions at each gate, and the same as a function for what the index
// cannot tell.
import { BREAK } from "../../../../src-shared/filter/columns.ts";
import type { FilterItem } from "../../../../src-shared/filter/matches.ts";
import type { FilterQuery } from "../../../../src-shared/filter/query.ts";
import { foldValue } from "../../../../src-shared/filter/text.ts";
import { fitsOf } from "../../../../src-shared/policy/judge/judge.ts";
import type { Fits } from "../../../../src-shared/policy/judge/judge.ts";
import type { Rule, RuleGate } from "../../../../src-shared/policy/rules/rule.ts";
import { ruleQuery } from "../../../../src-shared/policy/rules/ruleQuery.ts";
import { both, boundsOf, certain, unlessAmbiguous, unlessDeleted } from "./bounds.ts";
import type { Bounds } from "./bounds.ts";

export interface RuleToRun {
  rule: Rule;
  query: FilterQuery;
  /** What it would do is asked for. */
  isNew: boolean;
  /** Null where it does not look at that gate. */
  at: Record<RuleGate, Bounds | null>;
  /** Whether it looks at this request, as it was at the gate. */
  fits(item: FilterItem, askedHash: string): ReturnType<Fits>;
}

/**
 * Those that decide, in their order; or the id of the first whose expression cannot be read. A rule that is asked for is
 * run as if it were on. How often or until when a rule holds says nothing of the past: only what no longer holds is left
 * out, and what holds for one thread looks at that thread.
 */
export function rulesToRun(
  rules: readonly Rule[],
  asked: readonly string[],
  nowMs: number,
): RuleToRun[] | { unreadable: string } {
  // A list that names none asks for what all of them do.
  const news = new Set(asked.length === 0 ? rules.map(({ id }) => id) : asked);
  const ready: RuleToRun[] = [];
  for (const rule of rules) {
    if (!holds(rule, news.has(rule.id), nowMs)) continue;
    const query = ruleQuery(rule.when);
    if (query === null) return { unreadable: rule.id };
    ready.push(readied(rule, query, { isNew: news.has(rule.id), nowMs }));
  }
  return ready;
}

function holds({ on, holds }: Rule, isNew: boolean, nowMs: number): boolean {
  if (!on && !isNew) return false;
  if (holds.kind === "until") return holds.atMs > nowMs;
  return holds.kind !== "uses" || holds.left > 0;
}

function readied(
  rule: Rule,
  query: FilterQuery,
  { isNew, nowMs }: { isNew: boolean; nowMs: number },
): RuleToRun {
  const fits = fitsOf(query);
  const thread = rule.holds.kind === "thread" ? wordOf(rule.holds.thread) : null;
  // Its id comes first; what it was approved as then, no record tells.
  const server = rule.server === undefined ? null : wordOf(rule.server.id);
  const at = (gate: RuleGate): Bounds | null => {
    if (rule.gate !== gate && rule.gate !== "both") return null;
    let bounds = boundsOf(query, gate, nowMs);
    if (rule.exactly !== undefined) {
      const same = { sql: "(r.asked_hash = ?)", params: [rule.exactly] };
      bounds = both(unlessDeleted(same), bounds);
    }
    if (server !== null) {
      bounds = both(certain({ sql: "(instr(r.server, ?) = 1)", params: [server] }), bounds);
    }
    if (thread !== null) {
      bounds = both(unlessAmbiguous({ sql: "(instr(r.thread, ?) > 0)", params: [thread] }), bounds);
    }
    return bounds;
  };
  return {
    rule,
    query,
    isNew,
    at: { request: at("request"), response: at("response") },
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
