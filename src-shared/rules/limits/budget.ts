// Arithmetic of budgets: their periods, what a generation may use, and which budgets it would exceed.
import type { Cost } from "../../models/cost/cost.ts";
import { aboutTokens } from "../../models/cost/estimate.ts";
import type { RequestDocument } from "../../request/document/message.ts";
import { BUDGET_UNITS, BUDGET_WINDOWS } from "./windows.ts";
import type { BudgetUnit, BudgetWindow, LimitScope, BudgetHold } from "./windows.ts";

export const HOUR_MS = 3_600_000;

/** What generations have used. */
export interface Spend {
  tokens: number;
  usd: number;
  /** Generations with an unknown or incomplete price, so that `usd` is less than they cost. */
  unpriced: number;
}
export const NO_SPEND: Spend = { tokens: 0, usd: 0, unpriced: 0 };

export const plus = (a: Spend, b: Spend): Spend => ({
  tokens: a.tokens + b.tokens,
  usd: a.usd + b.usd,
  unpriced: a.unpriced + b.unpriced,
});

/** What a generation is expected to use, which is reserved while it runs, and at most. */
export interface SpendRange {
  likely: Spend;
  most: Spend;
}

/** The state of a budget, in its unit. */
export interface BudgetUse {
  scope: LimitScope;
  unit: BudgetUnit;
  window: BudgetWindow;
  /** Including what the user allowed on top of it once. */
  limit: number;
  used: number;
  /** What generations which run or wait for their turn are expected to use. */
  reserved: number;
  /** For a budget in USD: generations without a known price. */
  unpriced: number;
  /**
   * When its period ends; for an hour, when the budget has room again or its oldest use expires. Null when nothing is
   * used.
   */
  untilMs: number | null;
}

/** Whether nothing more passes by itself. What runs then can still use more than was reserved for it. */
const isReached = ({ used, reserved, limit }: BudgetUse): boolean => used + reserved >= limit;

/**
 * The budgets that do not let `next` pass: where they are reached, or its price is unknown. A person is asked as soon
 * as it is likely to exceed them.
 */
export function budgetsAgainst(
  uses: readonly BudgetUse[],
  { likely, most }: SpendRange,
  by: "person" | "rule",
): BudgetHold[] {
  return uses.flatMap((use) => {
    const { scope, unit, window, limit, used, reserved } = use;
    const priced = unit === "tokens" || likely.unpriced === 0;
    const isOver = by === "person" && used + reserved + likely[unit] > limit;
    if (priced && !isOver && !isReached(use)) return [];
    const needs = priced ? { needs: likely[unit], most: most[unit] } : { needs: null };
    return [{ scope, unit, window, limit, used, reserved, ...needs }];
  });
}

/** The first budget that is reached, or null. */
export const reached = (uses: readonly BudgetUse[]): BudgetUse | null =>
  uses.find(isReached) ?? null;

/** The share of a budget from which the user is warned. */
export const WARN_SHARE = 0.75;
export const isNearlyUsed = ({ used, limit }: BudgetUse): boolean => used >= limit * WARN_SHARE;

/** Providers count a large image as about 1,600 tokens. */
const MEDIUM_TOKENS = 1600;

/** The longest response of a model without a known limit, where a request sets none either. */
export const LONGEST_OUTPUT_TOKENS = 32_000;

/** An estimate of the tokens of a prompt. */
export function inputTokensOf(document: RequestDocument, count: (text: string) => number): number {
  const { total, media } = aboutTokens(document, count);
  return total + media * MEDIUM_TOKENS;
}

/**
 * What a generation may use.
 * @param cost the cost of these tokens, or null when unknown
 */
export function spendOf(tokens: number, cost: Cost | null): Spend {
  const priced = cost !== null && cost.missing === undefined;
  return { tokens, usd: cost?.usd ?? 0, unpriced: priced ? 0 : 1 };
}

/** Start and end of the calendar day or month of a moment, in local time; handles daylight saving. */
export function calendarWindow(
  window: "day" | "month",
  nowMs: number,
): { fromMs: number; untilMs: number } {
  const now = new Date(nowMs);
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  return window === "day"
    ? {
        fromMs: new Date(year, month, day).getTime(),
        untilMs: new Date(year, month, day + 1).getTime(),
      }
    : { fromMs: new Date(year, month).getTime(), untilMs: new Date(year, month + 1).getTime() };
}

/** Every possible budget, in display order. */
export const EVERY_BUDGET: readonly { unit: BudgetUnit; window: BudgetWindow }[] =
  BUDGET_UNITS.flatMap((unit) => BUDGET_WINDOWS.map((window) => ({ unit, window })));
