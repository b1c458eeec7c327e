// Budgets as arithmetic: when their windows begin and end, what one generation may take of them, what goes beyond.
import type { Cost } from "../../models/cost/cost.ts";
import { promptTokens } from "../../models/cost/estimate.ts";
import type { RequestDocument } from "../../sampling/document/message.ts";
import { BUDGET_UNITS, BUDGET_WINDOWS } from "./windows.ts";
import type { BudgetUnit, BudgetWindow, LimitScope, BudgetHold } from "./windows.ts";

export const HOUR_MS = 3_600_000;

/** What generations took. */
export interface Spend {
  tokens: number;
  usd: number;
  /** Generations whose price is not known, or only in part: `usd` says less than they cost. */
  unpriced: number;
}
export const NOTHING: Spend = { tokens: 0, usd: 0, unpriced: 0 };

export const plus = (a: Spend, b: Spend): Spend => ({
  tokens: a.tokens + b.tokens,
  usd: a.usd + b.usd,
  unpriced: a.unpriced + b.unpriced,
});

/** How a budget stands. Amounts are in its unit. */
export interface BudgetUse {
  scope: LimitScope;
  unit: BudgetUnit;
  window: BudgetWindow;
  /** With what the user let through beyond it. */
  limit: number;
  used: number;
  /** What generations that run or wait for their turn may take at most. */
  reserved: number;
  /** Of a budget of money: generations that it could not count. */
  unpriced: number;
  /** When it begins anew; of an hour: when there is room in it again, or the oldest of it leaves. Null: nothing is used. */
  untilMs: number | null;
}

/** The budgets that `next` would go beyond, beside all that is used and reserved. */
export function holdsOf(uses: readonly BudgetUse[], next: Spend): BudgetHold[] {
  return uses.flatMap(({ scope, unit, window, limit, used, reserved }) => {
    const priced = unit === "tokens" || next.unpriced === 0;
    const needs = next[unit];
    if (priced && used + reserved + needs <= limit) return [];
    return [{ scope, unit, window, limit, used, reserved, needs: priced ? needs : null }];
  });
}

/** The first budget that is used up by what is over, whatever runs; or null. */
export const usedUp = (uses: readonly BudgetUse[]): BudgetUse | null =>
  uses.find(({ used, limit }) => used >= limit) ?? null;

/** From this share on the user is warned. */
export const WARN_SHARE = 0.8;
export const isNearlyUsed = ({ used, limit }: BudgetUse): boolean => used >= limit * WARN_SHARE;

/** Providers count a large image as 1,600 tokens or so. */
const MEDIUM_TOKENS = 1600;

/** Tokens that a generation may take at most: its prompt by estimate, and an answer as long as it may be. */
export function mostTokens(
  document: RequestDocument,
  count: (text: string) => number,
): { input: number; output: number } {
  const prompt = promptTokens(document, count);
  return { input: prompt.total + prompt.media * MEDIUM_TOKENS, output: document.maxTokens ?? 0 };
}

/** @param cost what so many tokens cost, or null where nobody knows */
export function spendOf(tokens: number, cost: Cost | null): Spend {
  const priced = cost !== null && cost.missing === undefined;
  return { tokens, usd: cost?.usd ?? 0, unpriced: priced ? 0 : 1 };
}

/** When the calendar window of a moment began and when it ends, by this machine's clock; summer time included. */
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

/** Every budget that there can be, in the order in which they are shown. */
export const EVERY_BUDGET: readonly { unit: BudgetUnit; window: BudgetWindow }[] =
  BUDGET_UNITS.flatMap((unit) => BUDGET_WINDOWS.map((window) => ({ unit, window })));
