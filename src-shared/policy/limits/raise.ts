// A limit that refused something can be raised from there: what is offered, for once and for good.
import type { Refusal, RefusalReason } from "../../sampling/life/sample.ts";
import type { BudgetUse } from "./budget.ts";
import type { BudgetUnit, BudgetWindow, LimitScope } from "./windows.ts";

/** Which limit: of the server that asked, or of all; a figure by its name, or a budget. */
export interface LimitPlace {
  scope: LimitScope;
  limit:
    | { kind: "figure"; name: FigureName }
    | { kind: "budget"; unit: BudgetUnit; window: BudgetWindow };
}

export type FigureName =
  | "perMinute"
  | "waiting"
  | "waitMs"
  | "perCall"
  | "toolRounds"
  | "requestBytes"
  | "mediumBytes"
  | "textCharacters"
  | "messages";

/**
 * `once`: so much more now (within this minute, for this call, until the budget's window ends); the limit stays.
 * `set`: the limit is this from now on; null: none.
 */
export type Raise = { how: "once"; more: number } | { how: "set"; limit: number | null };

const FIGURES: Partial<Record<RefusalReason, FigureName>> = {
  "rate-limited": "perMinute",
  "too-many-waiting": "waiting",
  "waited-too-long": "waitMs",
  "too-many-for-call": "perCall",
  "too-many-rounds": "toolRounds",
  "too-large": "requestBytes",
  "medium-too-large": "mediumBytes",
  "text-too-long": "textCharacters",
  "too-many-messages": "messages",
};

/** The limit that refused this, or null where it was none that a person sets. */
export function placeOf({ reason, figures }: Refusal): LimitPlace | null {
  if (figures?.limit === undefined) return null;
  const scope = figures.scope ?? "server";
  const name = FIGURES[reason];
  if (name !== undefined) return { scope, limit: { kind: "figure", name } };
  const unit = reason === "tokens-budget" ? "tokens" : reason === "cost-budget" ? "usd" : null;
  if (unit === null || figures.window === undefined) return null;
  return { scope, limit: { kind: "budget", unit, window: figures.window } };
}

/** Sizes of one request: it takes what was found, at least. */
const SIZES: ReadonlySet<FigureName> = new Set<FigureName>([
  "requestBytes",
  "mediumBytes",
  "textCharacters",
  "messages",
]);
/** More of these can be let through for once. */
export const ONCE: ReadonlySet<FigureName> = new Set<FigureName>(["perMinute", "perCall"]);

/** How much more than a budget lets through is used already: what a person let go beyond it. */
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
  const { name } = place.limit;
  if (SIZES.has(name)) {
    const limit = Math.min(
      most,
      doubled(now, (next) => next >= found),
    );
    return limit > now && limit >= found ? [{ how: "set", limit }] : [];
  }
  const set: Raise[] = now >= most ? [] : [{ how: "set", limit: Math.min(most, now * 2) }];
  if (name === "waitMs") return [...set, { how: "set", limit: null }];
  return ONCE.has(name) ? [{ how: "once", more: now }, ...set] : set;
}

function doubled(limit: number, isEnough: (next: number) => boolean): number {
  let next = limit * 2;
  while (!isEnough(next)) next *= 2;
  return next;
}

const rounded = (amount: number, unit: BudgetUnit): number =>
  unit === "tokens" ? Math.max(1, Math.round(amount)) : Math.max(0.001, Number(amount.toFixed(3)));
