// The form's arguments as a JSON object. Absent fields are not sent.
import { isJsonObject } from "../../../src-shared/json.ts";
import type { Json, JsonObject } from "../../../src-shared/json.ts";
import type { FormField, Shape } from "./schema.ts";

/** Path of a value: property names and indices from the root. */
export type Place = readonly (string | number)[];

/** Initial arguments: defaults, and empty values of required fields. */
export function initialArguments(fields: readonly FormField[]): JsonObject {
  const args: JsonObject = {};
  for (const field of fields) {
    const value = initialValue(field);
    if (value !== undefined) define(args, field.name, value);
  }
  return args;
}

function initialValue(field: FormField): Json | undefined {
  if (field.preset !== undefined) return field.preset;
  return field.required ? emptyOf(field.shape) : undefined;
}

/** The initial value; undefined where the user must enter or choose it. */
export function emptyOf(shape: Shape): Json | undefined {
  switch (shape.kind) {
    case "group":
      return initialArguments(shape.fields);
    case "list":
      return [];
    case "choice":
      return shape.choices.length === 1 ? shape.choices[0]?.value : undefined;
    case "boolean":
    case "string":
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
  return shape.kind === "string" ? "" : null;
}

/** The object with a field set, or removed when `value` is undefined. Keeps the order. */
export function withField(object: JsonObject, name: string, value: Json | undefined): JsonObject {
  const next: JsonObject = {};
  for (const [key, old] of Object.entries(object)) {
    if (key !== name) define(next, key, old);
    else if (value !== undefined) define(next, key, value);
  }
  if (value !== undefined && !Object.hasOwn(object, name)) define(next, name, value);
  return next;
}

/** Sets a field even if it is named `__proto__`, as names come from the server. */
function define(object: JsonObject, name: string, value: Json | undefined): void {
  Object.defineProperty(object, name, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}

/** An own property, never an inherited one. */
export const ownField = (value: Json | undefined, name: string): Json | undefined =>
  isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** The path as a JSON Pointer fragment (RFC 6901), as the validator reports it. */
export const pointer = (place: Place): string =>
  ["#", ...place.map((part) => String(part).replaceAll("~", "~0").replaceAll("/", "~1"))].join("/");

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
