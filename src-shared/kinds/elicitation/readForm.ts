// Reads the fields of a form from its schema, which must be a flat object of primitives (2025-11-25,
// client/elicitation, "Requested Schema"). Invalid parts are flagged and left out.
import { isJsonObject } from "../../json.ts";
import type { Json, JsonObject } from "../../json.ts";
import type { Path } from "../../sampling/document/flag.ts";
import type { FieldValue } from "./document.ts";
import { FORMATS } from "./field.ts";
import type { Choice, FieldShape, FormField, Format } from "./field.ts";
import { fieldFault } from "./fieldFault.ts";
import type { ElicitationFlag, ElicitationFlagCode } from "./flag.ts";

export interface ReadForm {
  fields: FormField[];
  flags: ElicitationFlag[];
}

export const FIELDS_MAX = 100;
export const FIELD_NAME_MAX = 200;
export const CHOICES_MAX = 500;
/** For all fields together. */
export const ALL_CHOICES_MAX = 2000;
export const PATTERN_MAX = 500;

const SCHEMA: Path = ["requestedSchema"];
const COMBINING = ["$ref", "allOf", "anyOf", "oneOf", "not", "if"] as const;

/** At most `FIELDS_MAX` fields, in the schema's order. */
export function readForm(schema: JsonObject): ReadForm {
  const flags: ElicitationFlag[] = [];
  const error = (code: ElicitationFlagCode, path: Path, detail?: string): void =>
    void flags.push({ severity: "error", code, path, ...(detail === undefined ? {} : { detail }) });
  const { type, properties, required } = schema;
  const combining = COMBINING.find((word) => schema[word] !== undefined);
  if (combining !== undefined) error("schema-combined", [...SCHEMA, combining], combining);
  if (type !== "object" || !isJsonObject(properties)) {
    error("schema-not-object", SCHEMA);
    return { fields: [], flags };
  }
  const names = Object.keys(properties);
  if (names.length > FIELDS_MAX)
    error("too-many-fields", [...SCHEMA, "properties"], String(names.length));
  const wanted = Array.isArray(required) ? required : [];
  for (const name of wanted.slice(0, FIELDS_MAX)) {
    if (typeof name !== "string" || !Object.hasOwn(properties, name))
      error("required-unknown", [...SCHEMA, "required"], wordOf(name));
  }
  const fields: FormField[] = [];
  for (const name of names.slice(0, FIELDS_MAX)) {
    const path = [...SCHEMA, "properties", name];
    // The context bridge drops fields of this name.
    if (name === "__proto__") {
      error("field-malformed", path);
      continue;
    }
    if (name.length > FIELD_NAME_MAX) {
      error("field-name-too-long", [...SCHEMA, "properties"], name.slice(0, FIELD_NAME_MAX));
      continue;
    }
    const read = readField(name, properties[name], wanted.includes(name), path);
    flags.push(...read.flags);
    if (read.field !== null) fields.push(read.field);
  }
  const choices = fields.reduce((sum, { shape }) => sum + countOf(shape), 0);
  if (choices > ALL_CHOICES_MAX)
    error("too-many-choices", [...SCHEMA, "properties"], String(choices));
  return { fields, flags };
}

const countOf = (shape: FieldShape): number => ("choices" in shape ? shape.choices.length : 0);

function readField(
  name: string,
  raw: Json | undefined,
  required: boolean,
  path: Path,
): { field: FormField | null; flags: ElicitationFlag[] } {
  const flags: ElicitationFlag[] = [];
  if (!isJsonObject(raw))
    return { field: null, flags: [{ severity: "error", code: "field-malformed", path }] };
  const schema = withoutNull(raw);
  const shape = shapeOf(schema);
  if ("wrong" in shape) {
    const { wrong: code, detail } = shape;
    return { field: null, flags: [{ severity: "error", code, path, ...detailed(detail) }] };
  }
  if (contradicts(shape)) flags.push({ severity: "error", code: "bounds-contradict", path });
  const { format, pattern } = schema;
  if (shape.kind === "text" && typeof format === "string" && shape.format === undefined)
    flags.push({ severity: "note", code: "format-unknown", path, detail: format.slice(0, 100) });
  if (shape.kind === "text" && typeof pattern === "string" && shape.pattern === undefined)
    flags.push({ severity: "note", code: "pattern-too-long", path });
  const preset = presetOf(schema.default, shape);
  if (preset === undefined && schema.default !== undefined && schema.default !== null)
    flags.push({ severity: "note", code: "default-unusable", path });
  const { title, description } = schema;
  const field: FormField = {
    name,
    ...(typeof title === "string" && title !== "" ? { title } : {}),
    ...(typeof description === "string" && description !== "" ? { description } : {}),
    required,
    ...(preset === undefined ? {} : { preset }),
    shape,
  };
  return { field, flags };
}

/** Treats `anyOf: [X, null]`, as generators write optional fields, like `X`. */
function withoutNull(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || schema.type !== undefined) return schema;
  const others = anyOf.filter((one) => !(isJsonObject(one) && one.type === "null"));
  const only = others.length === 1 ? others[0] : undefined;
  return others.length < anyOf.length && isJsonObject(only) ? { ...only, ...rest } : schema;
}

interface WrongShape {
  wrong: ElicitationFlagCode;
  detail?: string | undefined;
}

function shapeOf(schema: JsonObject): FieldShape | WrongShape {
  switch (schema.type) {
    case "string":
      return schema.enum !== undefined || schema.oneOf !== undefined
        ? asChoice(choicesOf(schema, "oneOf"))
        : { kind: "text", ...numbers(schema, ["minLength", "maxLength"]), ...textRules(schema) };
    case "number":
    case "integer":
      return {
        kind: "number",
        integer: schema.type === "integer",
        ...numbers(schema, ["minimum", "maximum"]),
      };
    case "boolean":
      return { kind: "boolean" };
    case "array": {
      if (!isJsonObject(schema.items)) return { wrong: "field-nested", detail: "array" };
      if (schema.items.enum === undefined && schema.items.anyOf === undefined)
        return { wrong: "field-nested", detail: "array" };
      const choices = choicesOf(schema.items, "anyOf");
      if (!Array.isArray(choices)) return choices;
      return { kind: "choices", choices, ...numbers(schema, ["minItems", "maxItems"]) };
    }
    case "object":
      return { wrong: "field-nested", detail: "object" };
    default:
      return { wrong: "field-type-unknown", detail: wordOf(schema.type) };
  }
}

const asChoice = (choices: Choice[] | WrongShape): FieldShape | WrongShape =>
  Array.isArray(choices) ? { kind: "choice", choices } : choices;

/** Reads `enum` with the older `enumNames`, or `oneOf`/`anyOf` with `const` and `title`. */
function choicesOf(schema: JsonObject, word: "oneOf" | "anyOf"): Choice[] | WrongShape {
  const listed = schema.enum ?? schema[word];
  if (!Array.isArray(listed) || listed.length === 0) return { wrong: "choices-malformed" };
  if (listed.length > CHOICES_MAX)
    return { wrong: "too-many-choices", detail: String(listed.length) };
  const names = Array.isArray(schema.enumNames) ? schema.enumNames : [];
  const choices: Choice[] = [];
  for (const [index, one] of listed.entries()) {
    const value = schema.enum === undefined ? (isJsonObject(one) ? one.const : undefined) : one;
    if (typeof value !== "string") return { wrong: "choices-malformed" };
    const title = schema.enum === undefined ? (one as JsonObject).title : names[index];
    choices.push({ value, title: typeof title === "string" && title !== "" ? title : value });
  }
  return choices;
}

function textRules({ format, pattern }: JsonObject): { format?: Format; pattern?: string } {
  const known = FORMATS.find((one) => one === format);
  return {
    ...(known === undefined ? {} : { format: known }),
    ...(typeof pattern === "string" && pattern.length <= PATTERN_MAX ? { pattern } : {}),
  };
}

function contradicts(shape: FieldShape): boolean {
  const above = (least: number | undefined, most: number | undefined): boolean =>
    least !== undefined && most !== undefined && least > most;
  switch (shape.kind) {
    case "text":
      return above(shape.minLength, shape.maxLength);
    case "number":
      return above(shape.minimum, shape.maximum);
    case "choices":
      return above(shape.minItems, shape.maxItems) || (shape.minItems ?? 0) > shape.choices.length;
    case "choice":
    case "boolean":
      return false;
  }
}

/** The default, if it is valid for the field. */
function presetOf(value: Json | undefined, shape: FieldShape): FieldValue | undefined {
  const isList = Array.isArray(value) && value.every((one) => typeof one === "string");
  const isPlain =
    typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  if (!isList && !isPlain) return undefined;
  return fieldFault(shape, value) === null ? value : undefined;
}

const detailed = (detail: string | undefined): { detail?: string } =>
  detail === undefined ? {} : { detail };

const wordOf = (value: Json | undefined): string =>
  (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).slice(0, 100);

function numbers<K extends string>(schema: JsonObject, names: readonly K[]): { [P in K]?: number } {
  const found: { [P in K]?: number } = {};
  for (const name of names) {
    const value = schema[name];
    if (typeof value === "number") found[name] = value;
  }
  return found;
}
