// The units and periods of budgets.

/** A budget that a generation would exceed. */
export interface BudgetHold {
  scope: LimitScope;
  unit: BudgetUnit;
  window: BudgetWindow;
  limit: number;
  used: number;
  reserved: number;
  /** What it is expected to use; null when its price is unknown. */
  needs: number | null;
  /** The most it may use; absent when unknown, and in rows of older versions. */
  most?: number;
}

/** `hour` is a sliding window of 60 minutes. Day and month are of the calendar, in local time. */
export const BUDGET_WINDOWS = ["hour", "day", "month"] as const;
export type BudgetWindow = (typeof BUDGET_WINDOWS)[number];
export const BUDGET_UNITS = ["tokens", "usd"] as const;
export type BudgetUnit = (typeof BUDGET_UNITS)[number];

/** Where a limit is set: for one server, or for all. */
export type LimitScope = "server" | "all";
