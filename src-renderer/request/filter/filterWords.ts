// Texts for the fields, values and errors of the filter language.
import type { Completion } from "#shared/filter/complete.ts";
import type { FieldName } from "#shared/filter/fields.ts";
import type { FilterFault } from "#shared/filter/query.ts";
import type { T } from "#words/index.ts";
import { en } from "#words/en.ts";
import { shortRefusal } from "../refusalWords.ts";

/** One sentence about an error. Quoted texts in it are the user's own. */
export function faultWords(t: T, fault: FilterFault): string {
  switch (fault.kind) {
    case "unknown-field":
    case "no-value":
    case "not-comparable":
      return t(`filter.fault.${fault.kind}`, { field: fault.field });
    case "not-at-gate":
      return t("filter.fault.not-at-gate", { field: fault.field, gate: fault.gate });
    case "unknown-value":
      return t("filter.fault.unknown-value", { field: fault.field, value: fault.value });
    case "not-number":
    case "not-size":
    case "not-duration":
    case "not-money":
    case "not-date":
      return t(`filter.fault.${fault.kind}`, { value: fault.value });
    case "backwards":
      return t("filter.fault.backwards", { from: fault.from, to: fault.to });
    case "no-operand":
      return t("filter.fault.no-operand", { sign: fault.sign });
    case "no-word":
      return t("filter.fault.no-word", { text: fault.text });
    case "too-deep":
    case "too-many":
    case "too-long":
      return t(`filter.fault.${fault.kind}`, { limit: fault.limit });
    default:
      return t(`filter.fault.${fault.kind}`);
  }
}

const isWord = (value: string): value is keyof typeof en.filter.value.is =>
  Object.hasOwn(en.filter.value.is, value);
const isDecider = (value: string): value is keyof typeof en.filter.value.by =>
  Object.hasOwn(en.filter.value.by, value);

const isReason = (value: string): value is keyof typeof en.filter.value.reason =>
  Object.hasOwn(en.filter.value.reason, value);

/** The reason as history shows it; empty for a reason this version does not know. */
function reasonWords(t: T, value: string): string {
  if (isReason(value)) return t(`filter.value.reason.${value}`);
  const short = shortRefusal(t, value) ?? "";
  return short === value ? "" : short;
}

/** What a list shows instead of the raw value; empty where it shows the value itself. */
export function shownWords(t: T, field: FieldName, value: string): string {
  if (field === "reason") return reasonWords(t, value);
  const isBy = field === "by" || field === "by1" || field === "by2";
  return isBy && isDecider(value) ? t(`filter.value.by.${value}`) : "";
}

/** The meaning of a suggestion; empty if it is self-explanatory. */
export function offerWords(t: T, offer: Completion): string {
  if (offer.kind === "field") return t(`filter.field.${offer.field}`);
  const { field, value } = offer;
  if (field === "is" && isWord(value)) return t(`filter.value.is.${value}`);
  const isFinding = field === "finding" || field === "findings";
  if (isFinding && (value === "high" || value === "low")) return t(`filter.value.finding.${value}`);
  return shownWords(t, field, value);
}
