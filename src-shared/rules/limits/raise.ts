// The ways to raise a limit from a request that it refused: once, or permanently.
import type { Refusal } from "../../request/life/heldRequest.ts";
import type { BudgetUse } from "./budget.ts";
import { entryOf, isLimitReason, LIMIT_OF } from "./limits.ts";
import type { FigureName } from "./limits.ts";
import type { BudgetUnit, BudgetWindow, LimitScope } from "./windows.ts";

/** Where a limit is set: for the server or for all, by the name of a limit or the unit and period of a budget. */
export interface LimitPlace {
  scope: LimitScope;
  limit:
    | { kind: "figure"; name: FigureName }
    | { kind: "budget"; unit: BudgetUnit; window: BudgetWindow };
}

/**
 * `once`: this much more now (within this minute, for this call, until the budget's period ends). `set`: the new
 * limit; null: none.
 */
export type Raise = { how: "once"; more: number } | { how: "set"; limit: number | null };

/** The limit that refused the request, or null when it was not one of the user's. */
export function placeOf({ reason, figures }: Refusal): LimitPlace | null {
  if (figures?.limit === undefined) return null;
  const scope = figures.scope ?? "server";
  if (isLimitReason(reason)) return { scope, limit: { kind: "figure", name: LIMIT_OF[reason] } };
  const unit = reason === "tokens-budget" ? "tokens" : reason === "cost-budget" ? "usd" : null;
  if (unit === null || figures.window === undefined) return null;
  return { scope, limit: { kind: "budget", unit, window: figures.window } };
}

/** How far a budget is exceeded already, because the user allowed it. */
export const beyondOf = ({ used, limit }: Used): number => Math.max(0, used - limit);

/** What is used of a budget, and its limit including what was allowed once. */
type Used = Pick<BudgetUse, "used" | "limit">;

/**
 * The offers, smallest change first; each would let something through. Empty when the limit has been raised since or
 * cannot be raised.
 * @param now the current limit; null: there is none any more
 * @param most the highest value it can be set to
 * @param use the state of a budget
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
  // The new limit must be enough for the request that was refused.
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
