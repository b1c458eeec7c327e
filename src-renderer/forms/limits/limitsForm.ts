// Parses the fields of limits: counts, sizes in MiB, waits in minutes, money in USD. An empty optional field means no
// limit.
import { z } from "zod";
import {
  ALL_LIMIT_NAMES,
  BUDGET_MOST,
  entryOf,
  LIMIT_NAMES,
  LIMITS,
  WAIT_MIN_MS,
} from "#shared/rules/limits/limits.ts";
import type { AllLimitName, Budgets, LimitName } from "#shared/rules/limits/limits.ts";
import type { BudgetUnit, BudgetWindow } from "#shared/rules/limits/windows.ts";
import type { T } from "#words/index.ts";
import { parseNumber } from "#kit/controls/Field.tsx";

export type BudgetName = `${BudgetUnit}.${BudgetWindow}`;
export type LimitField = LimitName | BudgetName;

/** Limits of a single request come last. */
const inOrder = <N extends LimitName>(names: readonly N[]): N[] => {
  const isSize = (name: N): boolean => entryOf(name).about === "size";
  return [...names.filter((name) => !isSize(name)), ...names.filter(isSize)];
};
/** The fields of one server, in order; all servers together have fewer. */
export const SERVER_LIMITS: readonly LimitName[] = inOrder(LIMIT_NAMES);
export const ALL_LIMITS: readonly AllLimitName[] = inOrder(ALL_LIMIT_NAMES);

const isLimit = (field: LimitField): field is LimitName => Object.hasOwn(LIMITS, field);

/** The unit a field is typed in. */
export type LimitUnit = "bytes" | "minutes" | "usd" | "count";
export function unitOf(field: LimitField): LimitUnit {
  if (!isLimit(field)) return field.startsWith("usd.") ? "usd" : "count";
  const { unit } = entryOf(field);
  return unit === "ms" ? "minutes" : unit;
}
const UNIT = { bytes: 1024 * 1024, minutes: 60_000, usd: 1, count: 1 } as const;

/** A limit as its field shows it, in the field's unit and without floating-point noise. */
export const limitText = (field: LimitField, value: number | null): string =>
  value === null ? "" : String(Number((value / UNIT[unitOf(field)]).toFixed(6)));

/** A limit's default for one server, as its field shows it; null: no limit. */
export function usualLimit(name: LimitName): string | null {
  const { usual } = entryOf(name);
  return usual === null ? null : limitText(name, usual);
}

type Typed<N extends LimitName> = z.input<ReturnType<typeof limitsForm<N>>>;

/** The current limits of one server or of all, as field texts. */
export function limitsFormValues<N extends LimitName>(
  names: readonly N[],
  limits: Record<N, number | null> & { budgets: Budgets },
): Typed<N> {
  const budget = (unit: BudgetUnit) => ({
    hour: limitText(`${unit}.hour`, limits.budgets[unit].hour),
    day: limitText(`${unit}.day`, limits.budgets[unit].day),
    month: limitText(`${unit}.month`, limits.budgets[unit].month),
  });
  return {
    ...each(names, (name) => limitText(name, limits[name])),
    budgets: { tokens: budget("tokens"), usd: budget("usd") },
  } as Typed<N>;
}

/** @param all limits of all servers together: every field may be empty */
export function limitsForm<N extends LimitName>(t: T, names: readonly N[], all: boolean) {
  const budget = (unit: BudgetUnit) =>
    z.object({
      hour: figure(t, `${unit}.hour`, true),
      day: figure(t, `${unit}.day`, true),
      month: figure(t, `${unit}.month`, true),
    });
  return z.object({
    ...each(names, (name) => figure(t, name, all || entryOf(name).usual === null)),
    budgets: z.object({ tokens: budget("tokens"), usd: budget("usd") }),
  });
}

const each = <N extends string, V>(names: readonly N[], of: (name: N) => V): Record<N, V> =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<N, V>;

const figure = (t: T, field: LimitField, optional: boolean) =>
  z.string().transform((text, { addIssue }): number | null => {
    const fault = (message: string): never => {
      addIssue({ code: "custom", message });
      return z.NEVER;
    };
    if (text.trim() === "") return optional ? null : fault(t("common.enterANumber"));
    const typed = parseNumber(text);
    if (typed === null) return fault(t("policy.fault.number"));
    const unit = unitOf(field);
    if (unit === "count" && !Number.isInteger(typed)) return fault(t("common.enterAWholeNumber"));
    const value = unit === "usd" ? typed : Math.round(typed * UNIT[unit]);
    const { least, most } = boundsOf(field);
    if (value < least.value) return fault(t("policy.fault.small", { min: least.said }));
    return value > most ? fault(t("policy.fault.large", { max: limitText(field, most) })) : value;
  });

/** The smallest useful values: 1 KiB, one second, a tenth of a cent. */
function boundsOf(field: LimitField): { least: { value: number; said: string }; most: number } {
  const most = isLimit(field)
    ? entryOf(field).most
    : BUDGET_MOST[field.startsWith("usd.") ? "usd" : "tokens"];
  switch (unitOf(field)) {
    case "bytes":
      return { least: { value: 1024, said: "0.001" }, most };
    case "minutes":
      return { least: { value: WAIT_MIN_MS, said: "0.02" }, most };
    case "usd":
      return { least: { value: 0.001, said: "0.001" }, most };
    case "count":
      return { least: { value: 1, said: "1" }, most };
  }
}
