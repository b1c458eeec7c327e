// Rules that fit a request and say nothing of it all the same, because they do not hold for it: so that a person who is
// asked need not wonder why.
import type { FilterItem } from "../filter/matches.ts";
import { asksForText, testOf } from "../filter/matches.ts";
import { parse } from "../filter/parse.ts";
import { lapseOf } from "./judge.ts";
import type { JudgeContext, Lapse } from "./judge.ts";
import type { Rule } from "./rule.ts";

export interface Lapsed {
  rule: Rule;
  why: Lapse;
}

/** The likeliest to be missed first: what held once, then what holds for others. */
const FIRST: readonly Lapse[] = ["time", "uses", "run", "exactly"];

/**
 * The first rule that would have said something at this gate if it held. One that is switched off is none: whoever did
 * that knows.
 * @param texts false: nothing that asks for words of texts is looked at, since these are too large for a glance
 */
export function lapsedFor(
  rules: readonly Rule[],
  item: FilterItem,
  context: JudgeContext,
  texts: boolean,
): Lapsed | null {
  const lapsed = rules
    .filter(({ on, gate }) => on && (gate === context.gate || gate === "both"))
    .flatMap((rule): Lapsed[] => {
      const why = lapseOf(rule, context);
      return why === null ? [] : [{ rule, why }];
    })
    .sort((a, b) => FIRST.indexOf(a.why) - FIRST.indexOf(b.why));
  return lapsed.find(({ rule: { when } }) => fits(when, item, context.nowMs, texts)) ?? null;
}

function fits(when: string, item: FilterItem, nowMs: number, texts: boolean): boolean {
  const { query } = parse(when);
  return query !== null && (texts || !asksForText(query)) && testOf(query, nowMs)(item);
}
