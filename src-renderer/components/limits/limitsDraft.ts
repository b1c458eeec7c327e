// What stands in the fields of limits while they are typed, and what it means: numbers as text, sizes in MiB, waits in
// minutes, money in USD. An empty field is no limit, where there need be none.
import {
  ALL_LIMIT_NAMES,
  BUDGET_MOST,
  entryOf,
  LIMIT_NAMES,
  LIMITS,
  WAIT_MIN_MS,
} from "../../../src-shared/policy/limits/limits.ts";
import type { AllLimitName, Budgets, LimitName } from "../../../src-shared/policy/limits/limits.ts";
import { EVERY_BUDGET } from "../../../src-shared/policy/limits/budget.ts";
import type { BudgetUnit, BudgetWindow } from "../../../src-shared/policy/limits/windows.ts";
import { parseNumber } from "../../ui/controls/Field.tsx";

export type BudgetName = `${BudgetUnit}.${BudgetWindow}`;
export type LimitField = LimitName | BudgetName;

/** Those of requests by themselves come last. */
const inOrder = <N extends LimitName>(names: readonly N[]): N[] => {
  const isSize = (name: N): boolean => entryOf(name).about === "size";
  return [...names.filter((name) => !isSize(name)), ...names.filter(isSize)];
};
/** Fields of one server, in their order; those of all servers are fewer. */
export const SERVER_LIMITS: readonly LimitName[] = inOrder(LIMIT_NAMES);
export const ALL_LIMITS: readonly AllLimitName[] = inOrder(ALL_LIMIT_NAMES);

/** As typed. */
export type LimitsDraft = Partial<Record<LimitField, string>>;
/** Why a limit cannot be taken over; `min` and `max` are in the field's own unit. */
export type LimitFault =
  | { why: "empty" | "number" | "whole" }
  | { why: "small"; min: string }
  | { why: "large"; max: string };
export type LimitFaults = Partial<Record<LimitField, LimitFault>>;

const isLimit = (field: LimitField): field is LimitName => Object.hasOwn(LIMITS, field);

/** Which unit a field is typed in. */
export type LimitUnit = "bytes" | "minutes" | "usd" | "count";
export function unitOf(field: LimitField): LimitUnit {
  if (!isLimit(field)) return field.startsWith("usd.") ? "usd" : "count";
  const { unit } = entryOf(field);
  return unit === "ms" ? "minutes" : unit;
}
const UNIT = { bytes: 1024 * 1024, minutes: 60_000, usd: 1, count: 1 } as const;

/** A limit as its field shows it, in the field's unit and without what floating point adds. */
export const limitText = (field: LimitField, value: number | null): string =>
  value === null ? "" : String(Number((value / UNIT[unitOf(field)]).toFixed(6)));

/** The limits of one server or of all, as they are. */
type Given = Partial<Record<LimitName, number | null>> & { budgets: Budgets };

export function limitsDraftOf(names: readonly LimitName[], limits: Given): LimitsDraft {
  const draft: LimitsDraft = {};
  for (const name of names) draft[name] = limitText(name, limits[name] ?? null);
  for (const { unit, window } of EVERY_BUDGET) {
    const field: BudgetName = `${unit}.${window}`;
    draft[field] = limitText(field, limits.budgets[unit][window]);
  }
  return draft;
}

type Read =
  | { ok: true; limits: Record<string, number | null | Budgets> }
  | { ok: false; faults: LimitFaults };

/** What the fields say, or what is wrong with each. @param all of all servers: every field may be empty */
export function readLimits(names: readonly LimitName[], draft: LimitsDraft, all: boolean): Read {
  const faults: LimitFaults = {};
  const take = (field: LimitField, optional: boolean): number | null => {
    const read = readField(field, draft[field] ?? "", optional);
    if (typeof read === "number" || read === null) return read;
    faults[field] = read;
    return null;
  };
  const limits: Record<string, number | null | Budgets> = {};
  for (const name of names) limits[name] = take(name, all || entryOf(name).usual === null);
  const budget = (unit: BudgetUnit) => ({
    hour: take(`${unit}.hour`, true),
    day: take(`${unit}.day`, true),
    month: take(`${unit}.month`, true),
  });
  limits["budgets"] = { tokens: budget("tokens"), usd: budget("usd") };
  return Object.keys(faults).length > 0 ? { ok: false, faults } : { ok: true, limits };
}

function readField(field: LimitField, text: string, optional: boolean): number | null | LimitFault {
  if (text.trim() === "") return optional ? null : { why: "empty" };
  const typed = parseNumber(text);
  if (typed === null) return { why: "number" };
  const unit = unitOf(field);
  if (unit === "count" && !Number.isInteger(typed)) return { why: "whole" };
  const value = unit === "usd" ? typed : Math.round(typed * UNIT[unit]);
  const { least, most } = boundsOf(field);
  if (value < least.value) return { why: "small", min: least.said };
  return value > most ? { why: "large", max: limitText(field, most) } : value;
}

/** The least size that is worth the name is 1 KiB, the least wait a second, the least price a tenth of a cent. */
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
