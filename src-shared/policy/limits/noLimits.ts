// No limit for all servers together; apart from the schemas, which a window's start need not wait for.
import type { AllLimits, Budgets } from "./limits.ts";

const noBudgets: Budgets = {
  tokens: { hour: null, day: null, month: null },
  usd: { hour: null, day: null, month: null },
};
export const noLimits: AllLimits = {
  requestBytes: null,
  perMinute: null,
  burst: null,
  waiting: null,
  waitMs: null,
  perCall: null,
  toolRounds: null,
  budgets: noBudgets,
};
