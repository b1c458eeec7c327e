// A limit that refused something can be raised from there: what is offered, for once and for good.
import type { Refusal } from "../../sampling/life/sample.ts";
import type { BudgetUse } from "./budget.ts";
import { entryOf, isLimitReason, LIMIT_OF } from "./limits.ts";
import type { FigureName } from "./limits.ts";
import type { BudgetUnit, BudgetWindow, LimitScope } from "./windows.ts";

/** Which limit: of the server that asked, or of all; a figure by its name, or a budget. */
export interface LimitPlace {
  scope: LimitScope;
  limit:
    | { kind: "figure"; name: FigureName }
    | { kind: "budget"; unit: BudgetUnit; window: BudgetWindow };
}

/**
 * `once`: so much more now (within this minute, for this call, until the budget's window ends); the limit stays.
 * `set`: the limit is this from now on; null: none.
 */
export type Raise = { how: "once"; more: number } | { how: "set"; limit: number | null };

/** The limit that refused this, or null where it was none that the user sets. */
export function placeOf({ reason, figures }: Refusal): LimitPlace | null {
  if (figures?.limit === undefined) return null;
  const scope = figures.scope ?? "server";
  if (isLimitReason(reason)) return { scope, limit: { kind: "figure", name: LIMIT_OF[reason] } };
  const unit = reason === "tokens-budget" ? "tokens" : reason === "cost-budget" ? "usd" : null;
  if (unit === null || figures.window === undefined) return null;
  return { scope, limit: { kind: "budget", unit, window: figures.window } };
}

/** How much more than a budget lets through is used already: what the user let go beyond it. */
export const beyondOf = ({ used, limit }: Used): number => Math.max(0, used - limit);

/** What is used of a budget, and what it lets through now, with what was let through for once. */
type Used = Pick<BudgetUse, "used" | "limit">;

/**
 * What is offered, what changes least first; each lets something through. Empty where the limit has been raised since,
 * or cannot be.
 * @param now what the limit is now; null: there is none any more
 * @param most the most that it can be
 * @param use of a budget: how it stands
 */
export function raisesOf(
  refusal: Refusal,
  now: number | null,
  most: number,
  use: Used = { used: 0, limit: 0 },
): Raise[] {
  const place = placeOf(refusal);
  const found = refusal.figures?.found ?? 0;
  if (place === null || now === null) return [];
  if (place.limit.kind === "budget") {
    const { unit } = place.limit;
    const once: Raise = { how: "once", more: rounded(now / 2 + beyondOf(use), unit) };
    const limit = Math.min(
      most,
      doubled(now, (next) => next > use.used),
    );
    return limit > use.used ? [once, { how: "set", limit }] : [once];
  }
  const { about, endless, once } = entryOf(place.limit.name);
  // It takes what was found, at least.
  if (about === "size") {
    const limit = Math.min(
      most,
      doubled(now, (next) => next >= found),
    );
    return limit > now && limit >= found ? [{ how: "set", limit }] : [];
  }
  const set: Raise[] = now >= most ? [] : [{ how: "set", limit: Math.min(most, now * 2) }];
  if (endless === true) return [...set, { how: "set", limit: null }];
  return once === true ? [{ how: "once", more: now }, ...set] : set;
}

function doubled(limit: number, isEnough: (next: number) => boolean): number {
  let next = limit * 2;
  while (!isEnough(next)) next *= 2;
  return next;
}

const rounded = (amount: number, unit: BudgetUnit): number =>
  unit === "tokens" ? Math.max(1, Math.round(amount)) : Math.max(0.001, Number(amount.toFixed(3)));
