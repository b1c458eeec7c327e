// Checks a value against its field, except for patterns: those come from outside and can take forever.
import type { Fault } from "../findings/arguments.ts";
import { isJsonObject } from "../json.ts";
import type { Json, JsonObject } from "../json.ts";
import { readAddress } from "../request/kinds/elicitation/url.ts";
import { FORMATS, ownValue } from "./field.ts";
import type { Choice, Format, Shape } from "./field.ts";

/** Maximum length of a text, in UTF-16 units. */
export const VALUE_MAX = 100_000;

/** The fault of `value`, ignoring patterns; null if there is none. */
export function valueFault(shape: Shape, value: Json): Fault | null {
  switch (shape.kind) {
    case "text":
      return typeof value === "string" ? textFault(shape, value) : wrongType("string");
    case "number":
      return numberFault(shape, value);
    case "boolean":
      return typeof value === "boolean" ? null : wrongType("boolean");
    case "choice":
      return isAmong(shape.choices)(value) ? null : notAmong(shape.choices);
    case "choices":
      return Array.isArray(value) ? choicesFault(shape, value) : wrongType("array");
    case "list":
      return Array.isArray(value) ? listFault(shape, value) : wrongType("array");
    case "group":
      return isJsonObject(value) ? groupFault(shape, value) : wrongType("object");
    case "json":
      return null;
  }
}

type Of<K extends Shape["kind"]> = Extract<Shape, { kind: K }>;

const wrongType = (want: string): Fault => ({ kind: "type", want });
const notAmong = (choices: readonly Choice[]): Fault => ({
  kind: "enum",
  want: choices.map(({ value }) => String(value)).join(", "),
});

/** By their JSON, as a choice may be of any type. */
function isAmong(choices: readonly Choice[]): (value: Json) => boolean {
  const keys = new Set(choices.map(({ value }) => JSON.stringify(value)));
  return (value) => keys.has(JSON.stringify(value));
}

/** Counts code points, as JSON Schema does. */
function textFault(shape: Of<"text">, text: string): Fault | null {
  const { minLength, format } = shape;
  const maxLength = Math.min(shape.maxLength ?? VALUE_MAX, VALUE_MAX);
  const length = text.length > VALUE_MAX ? text.length : [...text].length;
  if (length > maxLength) return { kind: "maxLength", want: String(maxLength) };
  if (minLength !== undefined && length < minLength)
    return { kind: "minLength", want: String(minLength) };
  const known = FORMATS.find((one) => one === format);
  return known === undefined || FITS[known](text) ? null : { kind: "format", want: known };
}

function numberFault(shape: Of<"number">, value: Json): Fault | null {
  const { integer, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = shape;
  if (typeof value !== "number" || !Number.isFinite(value))
    return wrongType(integer ? "integer" : "number");
  if (integer && !Number.isInteger(value)) return wrongType("integer");
  if (minimum !== undefined && value < minimum) return { kind: "minimum", want: String(minimum) };
  if (maximum !== undefined && value > maximum) return { kind: "maximum", want: String(maximum) };
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    return { kind: "exclusiveMinimum", want: String(exclusiveMinimum) };
  return exclusiveMaximum !== undefined && value >= exclusiveMaximum
    ? { kind: "exclusiveMaximum", want: String(exclusiveMaximum) }
    : null;
}

function choicesFault(shape: Of<"choices">, values: readonly Json[]): Fault | null {
  if (!values.every(isAmong(shape.choices))) return notAmong(shape.choices);
  if (new Set(values.map((value) => JSON.stringify(value))).size < values.length)
    return { kind: "uniqueItems" };
  return countFault(shape, values.length);
}

function listFault(shape: Of<"list">, rows: readonly Json[]): Fault | null {
  for (const row of rows) {
    const fault = valueFault(shape.item, row);
    if (fault !== null) return fault;
  }
  return countFault(shape, rows.length);
}

function countFault({ minItems, maxItems }: Of<"choices" | "list">, count: number): Fault | null {
  if (minItems !== undefined && count < minItems)
    return { kind: "minItems", want: String(minItems) };
  return maxItems !== undefined && count > maxItems
    ? { kind: "maxItems", want: String(maxItems) }
    : null;
}

function groupFault({ fields }: Of<"group">, object: JsonObject): Fault | null {
  for (const { name, required, shape } of fields) {
    const value = ownValue(object, name);
    const missing = required ? ({ kind: "required" } as const) : null;
    const fault = value === undefined ? missing : valueFault(shape, value);
    if (fault !== null) return fault;
  }
  return null;
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
