// Rules that fit a request and say nothing of it all the same, because they do not hold for it: so that the user who is
// asked need not wonder why.
import type { FilterItem } from "../../filter/matches.ts";
import { parse } from "../../filter/parse.ts";
import { fitsOf, isForServer, lapseOf } from "./judge.ts";
import type { JudgeContext, Lapse } from "./judge.ts";
import type { Rule } from "../rules/rule.ts";

export interface Lapsed {
  rule: Rule;
  why: Lapse;
}

/** The likeliest to be missed first: what held once, then what holds for others. */
const FIRST: readonly Lapse[] = ["time", "uses", "run", "exactly"];

/**
 * The first rule that would have said something at this gate if it held. One that is turned off is none: whoever did
 * that knows.
 * @param item worked out only where a rule does not hold
 */
export function lapsedFor(
  rules: readonly Rule[],
  context: JudgeContext,
  item: () => FilterItem,
): Lapsed | null {
  const lapsed = rules
    .filter(({ on, gate }) => on && (gate === context.gate || gate === "both"))
    .filter((rule) => isForServer(rule, context.server.id))
    .flatMap((rule): Lapsed[] => {
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
  return query !== null && fitsOf(query)(item, nowMs) === true;
}
