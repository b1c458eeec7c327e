// The value of a form: a JSON object. Absent fields are not sent.
import { isJsonObject } from "#shared/json.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import { sameJson } from "#shared/request/document/change.ts";
import type { ArgumentDraft } from "#shared/forms/argumentDraft.ts";
import type { Field, Shape } from "#shared/forms/field.ts";

/** Path of a value: property names and indices from the root. */
export type Place = readonly (string | number)[];

/** Initial arguments of a call: defaults, and empty values of required fields. */
export function initialArguments(fields: readonly Field[]): JsonObject {
  const args: JsonObject = {};
  for (const field of fields) {
    const value = field.preset ?? (field.required ? emptyOf(field.shape) : undefined);
    if (value !== undefined) define(args, field.name, value);
  }
  return args;
}

/** The initial value; undefined where the user must enter or choose it. */
export function emptyOf(shape: Shape): Json | undefined {
  switch (shape.kind) {
    case "group":
      return initialArguments(shape.fields);
    case "list":
    case "choices":
      return [];
    case "choice":
      return shape.choices.length === 1 ? shape.choices[0]?.value : undefined;
    case "boolean":
    case "text":
    case "number":
    case "json":
      return undefined;
  }
}

/** A new row of a list. Lists have no gaps: texts begin empty, numbers at their minimum, booleans as false. */
export function newRow(shape: Shape): Json {
  const empty = emptyOf(shape);
  if (empty !== undefined) return empty;
  if (shape.kind === "boolean") return false;
  if (shape.kind === "number") return shape.minimum ?? 0;
  if (shape.kind === "choice") return shape.choices[0]?.value ?? null;
  return shape.kind === "text" ? "" : null;
}

/**
 * The object with a field set, or removed when `value` is undefined. Keeps the order; a new field comes before those
 * that follow it in `names`.
 */
export function withField(
  object: JsonObject,
  name: string,
  value: Json | undefined,
  names: readonly string[] = [],
): JsonObject {
  const next: JsonObject = {};
  const later = new Set(names.slice(names.indexOf(name) + 1));
  let isPlaced = value === undefined || Object.hasOwn(object, name);
  const place = (): void => {
    define(next, name, value);
    isPlaced = true;
  };
  for (const [key, old] of Object.entries(object)) {
    if (!isPlaced && later.has(key)) place();
    if (key !== name) define(next, key, old);
    else if (value !== undefined) define(next, key, value);
  }
  if (!isPlaced) place();
  return next;
}

/** Sets a field even if it is named `__proto__`, as names come from outside. */
function define(object: JsonObject, name: string, value: Json | undefined): void {
  Object.defineProperty(object, name, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}

/** The path as a JSON Pointer fragment (RFC 6901), as the validator reports it. */
export const pointer = (place: Place): string =>
  ["#", ...place.map((part) => String(part).replaceAll("~", "~0").replaceAll("/", "~1"))].join("/");

/** The fields, and one of JSON for each value that the schema doesn't name: a form never leaves a value out. */
export function withOthers(fields: readonly Field[], object: JsonObject): readonly Field[] {
  const known = new Set(fields.map(({ name }) => name));
  const others = Object.keys(object).filter((name) => !known.has(name));
  if (others.length === 0) return fields;
  return [
    ...fields,
    ...others.map((name): Field => ({ name, required: false, shape: { kind: "json" } })),
  ];
}

/** Most values that a form draws, each as a row; more are edited as JSON. */
const VALUES_MAX = 1000;

/** Whether a form can draw all of it. */
export function isFormSized(value: JsonObject): boolean {
  const waiting: (Json | undefined)[] = [value];
  for (let count = 0; waiting.length > 0; count += 1) {
    const next = waiting.pop();
    if (count + waiting.length > VALUES_MAX) return false;
    if (typeof next !== "object" || next === null) continue;
    const inner = Array.isArray(next) ? next : Object.values(next);
    if (count + waiting.length + inner.length > VALUES_MAX) return false;
    waiting.push(...inner);
  }
  return true;
}

/** Whether the input for the shape shows exactly this value; any other one would be shown as something else. */
export function isShownBy(shape: Shape, value: Json | undefined): boolean {
  if (value === undefined) return true;
  switch (shape.kind) {
    case "text":
      return typeof value === "string";
    case "number":
      return typeof value === "number";
    case "boolean":
      return typeof value === "boolean";
    case "choice":
      return shape.choices.some((choice) => sameJson(choice.value, value));
    case "choices": {
      // Tick boxes show neither an order of their own nor a value twice.
      const keys = new Set(Array.isArray(value) ? value.map((one) => JSON.stringify(one)) : []);
      const ticked = shape.choices.filter((choice) => keys.has(JSON.stringify(choice.value)));
      return sameJson(
        ticked.map((choice) => choice.value),
        value,
      );
    }
    case "list":
      return Array.isArray(value);
    case "group":
      return isJsonObject(value);
    case "json":
      return true;
  }
}

export type ParsedArguments =
  | { kind: "object"; value: JsonObject }
  | { kind: "not-object" }
  | { kind: "not-json"; detail: string };

/** Parses the JSON view. A call's arguments must be an object. */
export function parseArguments(text: string): ParsedArguments {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? { kind: "object", value } : { kind: "not-object" };
  } catch (error) {
    return { kind: "not-json", detail: error instanceof Error ? error.message : String(error) };
  }
}

export const draftText = ({ args, json }: ArgumentDraft): string =>
  json ?? JSON.stringify(args, null, 2);

/** The draft's arguments; null while its text is none. */
export const argumentsOf = ({ args, json }: ArgumentDraft): JsonObject | null =>
  json === null || parseArguments(json).kind === "object" ? args : null;

export function typedJson(draft: ArgumentDraft, json: string): ArgumentDraft {
  const read = parseArguments(json);
  return { args: read.kind === "object" ? read.value : draft.args, json };
}
