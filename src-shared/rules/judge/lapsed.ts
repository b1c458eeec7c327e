// Finds rules that would match a request but no longer apply to it, to tell the user why they are asked.
import type { FilterItem } from "../../filter/matches.ts";
import { parse } from "../../filter/parse.ts";
import { matcherOf, isForServer, lapseOf } from "./judge.ts";
import type { JudgeContext, Lapse } from "./judge.ts";
import type { Rule } from "../rule.ts";

export interface LapsedRule {
  rule: Rule;
  why: Lapse;
}

/** By how likely the user is to overlook it: rules that used to apply first. */
const FIRST: readonly Lapse[] = ["time", "uses", "run", "exactly"];

/**
 * The first rule that would have decided at this gate if it still applied; disabled rules are skipped.
 * @param item only called when a rule does not apply
 */
export function lapsedFor(
  rules: readonly Rule[],
  context: JudgeContext,
  item: () => FilterItem,
): LapsedRule | null {
  const lapsed = rules
    .filter(({ on, gate }) => on && (gate === context.gate || gate === "both"))
    .filter((rule) => isForServer(rule, context.server.id))
    .flatMap((rule): LapsedRule[] => {
      const why = lapseOf(rule, context);
      return why === null ? [] : [{ rule, why }];
    })
    .sort((a, b) => FIRST.indexOf(a.why) - FIRST.indexOf(b.why));
  if (lapsed.length === 0) return null;
  const about = item();
  return lapsed.find(({ rule: { when } }) => fits(when, about, context.nowMs)) ?? null;
}

function fits(when: string, item: FilterItem, nowMs: number): boolean {
  const { query } = parse(when);
  return query !== null && matcherOf(query)(item, nowMs) === true;
}
