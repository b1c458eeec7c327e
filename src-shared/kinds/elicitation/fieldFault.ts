// Checks a value against its field, except for patterns: those come from the server and can take forever.
import type { Fault } from "../../inspect/arguments.ts";
import type { FieldValue } from "./document.ts";
import type { FieldShape, Format } from "./field.ts";
import { readAddress } from "./url.ts";

/** Maximum length of a text, in UTF-16 units. */
export const VALUE_MAX = 100_000;

/** The fault of `value`, ignoring patterns; null if there is none. */
export function fieldFault(shape: FieldShape, value: FieldValue): Fault | null {
  switch (shape.kind) {
    case "text":
      return typeof value === "string" ? textFault(shape, value) : wrongType("string");
    case "number":
      return numberFault(shape, value);
    case "boolean":
      return typeof value === "boolean" ? null : wrongType("boolean");
    case "choice":
      return shape.choices.some((choice) => choice.value === value) ? null : notAmong(shape);
    case "choices":
      return Array.isArray(value) ? listFault(shape, value) : wrongType("array");
  }
}

const wrongType = (want: string): Fault => ({ kind: "type", want });
const notAmong = (shape: Extract<FieldShape, { kind: "choice" | "choices" }>): Fault => ({
  kind: "enum",
  want: shape.choices.map(({ value }) => String(value)).join(", "),
});

/** Counts code points, as JSON Schema does. */
function textFault(shape: Extract<FieldShape, { kind: "text" }>, text: string): Fault | null {
  const { minLength, format } = shape;
  const maxLength = Math.min(shape.maxLength ?? VALUE_MAX, VALUE_MAX);
  const length = text.length > VALUE_MAX ? text.length : [...text].length;
  if (length > maxLength) return { kind: "maxLength", want: String(maxLength) };
  if (minLength !== undefined && length < minLength)
    return { kind: "minLength", want: String(minLength) };
  return format === undefined || FITS[format](text) ? null : { kind: "format", want: format };
}

function numberFault(
  { integer, minimum, maximum }: Extract<FieldShape, { kind: "number" }>,
  value: FieldValue,
): Fault | null {
  if (typeof value !== "number" || !Number.isFinite(value))
    return wrongType(integer ? "integer" : "number");
  if (integer && !Number.isInteger(value)) return wrongType("integer");
  if (minimum !== undefined && value < minimum) return { kind: "minimum", want: String(minimum) };
  return maximum !== undefined && value > maximum
    ? { kind: "maximum", want: String(maximum) }
    : null;
}

function listFault(
  shape: Extract<FieldShape, { kind: "choices" }>,
  list: readonly string[],
): Fault | null {
  const { choices, minItems, maxItems } = shape;
  if (list.some((one) => !choices.some(({ value }) => value === one))) return notAmong(shape);
  if (new Set(list).size < list.length) return { kind: "uniqueItems" };
  if (minItems !== undefined && list.length < minItems)
    return { kind: "minItems", want: String(minItems) };
  return maxItems !== undefined && list.length > maxItems
    ? { kind: "maxItems", want: String(maxItems) }
    : null;
}

const FITS: Readonly<Record<Format, (text: string) => boolean>> = {
  email: isEmail,
  uri: (text) => /^[a-z][a-z0-9+.-]{0,50}:[^\s<>"{}|\\^`]+$/iu.test(text) && isAddress(text),
  date: isDate,
  "date-time": isDateTime,
};

/** Web addresses are checked; other schemes, such as `urn:`, are accepted as they are. */
const isAddress = (text: string): boolean =>
  !/^https?:/iu.test(text) || typeof readAddress(text) !== "string";

/** As browsers validate it (HTML, "valid e-mail address"), but with a dot in the domain. */
function isEmail(text: string): boolean {
  const [local, domain, ...rest] = text.split("@");
  if (local === undefined || domain === undefined || rest.length > 0) return false;
  if (local === "" || local.length > 64 || /[\s,;:<>()[\]\\"]/u.test(local)) return false;
  const labels = domain.split(".");
  return labels.length > 1 && labels.every((label) => /^[\p{L}\p{N}-]{1,63}$/u.test(label));
}

function isDate(text: string): boolean {
  const [year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/u.exec(text) ?? []).slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** RFC 3339, section 5.6. */
function isDateTime(text: string): boolean {
  const match =
    /^(\d{4}-\d{2}-\d{2})[Tt ]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d{1,9})?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/u.exec(
      text,
    );
  return match?.[1] !== undefined && isDate(match[1]);
}
