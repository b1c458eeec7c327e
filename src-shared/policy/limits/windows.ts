// What a budget counts, and within which time.

/** A budget that a generation would go beyond. */
export interface BudgetHold {
  scope: LimitScope;
  unit: BudgetUnit;
  window: BudgetWindow;
  limit: number;
  used: number;
  reserved: number;
  /** What it may take at most; null where its price is not known, so that nobody can say. */
  needs: number | null;
}

/** An hour slides: the 60 minutes before now. Day and month are those of the calendar by this machine's clock. */
export const BUDGET_WINDOWS = ["hour", "day", "month"] as const;
export type BudgetWindow = (typeof BUDGET_WINDOWS)[number];
export const BUDGET_UNITS = ["tokens", "usd"] as const;
export type BudgetUnit = (typeof BUDGET_UNITS)[number];

/** Where a limit was set: for the server, or for all of them. */
export type LimitScope = "server" | "all";
