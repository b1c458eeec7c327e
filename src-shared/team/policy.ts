// The team's rules, two-person rule and budgets, as operators write them. Every desk reads them; what a desk sets for
// itself may only be stricter.
import { z } from "zod";
import { rulesSchema } from "../rules/rule.ts";
import { BUDGET_UNITS, BUDGET_WINDOWS } from "../rules/limits/windows.ts";

/** An expression of the filter language, as in a rule. */
const when = z.string().max(10_000);

const budget = z.strictObject({
  unit: z.enum(BUDGET_UNITS),
  /** `hour` slides; day and month are of the calendar in UTC, so that they are the same at every desk. */
  window: z.enum(BUDGET_WINDOWS),
  most: z.number().positive().max(1e12),
});
export type TeamBudget = z.infer<typeof budget>;

export const teamPolicySchema = z.strictObject({
  rules: rulesSchema.default([]),
  /** Two people have to approve what matches one of these, of any kind. */
  twoPeople: z.array(when).max(1000).default([]),
  /** Of all requests of the team together. */
  budgets: z
    .array(budget)
    .max(BUDGET_UNITS.length * BUDGET_WINDOWS.length)
    .default([]),
});
export type TeamPolicy = z.infer<typeof teamPolicySchema>;
