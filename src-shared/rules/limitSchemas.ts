// Schemas of stored limits: of one server, stored with it, and of all servers together, stored with the settings.
import { z } from "zod";
import {
  ALL_LIMIT_NAMES,
  BUDGET_MOST,
  entryOf,
  LIMIT_NAMES,
  WAIT_MIN_MS,
} from "./limits/limits.ts";
import type { AllLimitName, LimitName, ServerLimits } from "./limits/limits.ts";

const tokens = z.number().int().min(1).max(BUDGET_MOST.tokens).nullable().default(null);
const usd = z.number().positive().max(BUDGET_MOST.usd).nullable().default(null);
const windows = <T extends z.ZodType>(of: T) => z.strictObject({ hour: of, day: of, month: of });

const budgets = z
  .strictObject({
    /** Tokens of prompts and responses together, as providers count them. */
    tokens: windows(tokens).prefault({}),
    /** USD, by the known prices. */
    usd: windows(usd).prefault({}),
  })
  .prefault({});

function figure(name: LimitName) {
  const { unit, most } = entryOf(name);
  return z
    .number()
    .int()
    .min(unit === "ms" ? WAIT_MIN_MS : 1)
    .max(most);
}

type Figure<T> = z.ZodDefault<z.ZodType<T, T>>;

const own = Object.fromEntries<z.ZodType>(
  LIMIT_NAMES.map((name) => {
    const { usual } = entryOf(name);
    return [
      name,
      usual === null ? figure(name).nullable().default(null) : figure(name).default(usual),
    ];
  }),
) as { [N in LimitName]: Figure<ServerLimits[N]> };

const ofAll = Object.fromEntries<z.ZodType>(
  ALL_LIMIT_NAMES.map((name) => [name, figure(name).nullable().default(null)]),
) as Record<AllLimitName, Figure<number | null>>;

export const limitsSchema = z.strictObject({ ...own, budgets });
export const allLimitsSchema = z.strictObject({ ...ofAll, budgets });
