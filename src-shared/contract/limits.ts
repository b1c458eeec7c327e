// IPC channel of limits, and the state of budgets.
import { z } from "zod";
import type { BudgetUse } from "../rules/limits/budget.ts";
import { act } from "./effects.ts";

const amount = z.number().positive().max(1e12);

/** Arguments of the channel. */
export const limitsChannels = {
  /** Raises the limit that refused this request, for once or for good. */
  "limits.raise": act(
    z.string().min(1).max(200),
    z.discriminatedUnion("how", [
      z.strictObject({ how: z.literal("once"), more: amount }),
      z.strictObject({ how: z.literal("set"), limit: amount.nullable() }),
    ]),
  ),
} as const;

/** Result of the channel. */
export interface LimitsResults {
  "limits.raise": null;
}

/** The state of budgets: of all servers together, and of each server or program with its own. */
export interface LimitsView {
  all: BudgetUse[];
  /** By the id of a server or program. */
  servers: Record<string, BudgetUse[]>;
  /** Names of the programs that have budgets, by id. */
  programs: Record<string, string>;
}
