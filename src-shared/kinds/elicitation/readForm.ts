// Reads the fields of a form from its schema, which must be a flat object of primitives (2025-11-25,
// client/elicitation, "Requested Schema"). Other spellings of the same are read too. Invalid parts are flagged and left
// out.
import { isJsonObject } from "../../json.ts";
import type { Json, JsonObject } from "../../json.ts";
import { plainIn, plainWithoutNull, typeBesidesNull } from "../../inspect/localSchema.ts";
import type { Plain } from "../../inspect/localSchema.ts";
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
  const plain = plainIn(schema);
  const root = plain(schema) ?? schema;
  const { type = "object", properties, required } = root;
  const combining = COMBINING.find((word) => root[word] !== undefined);
  if (combining !== undefined) error("schema-combined", [...SCHEMA, combining], combining);
  if (typeBesidesNull(type) !== "object" || !isJsonObject(properties)) {
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
    const read = readField(name, properties[name], wanted.includes(name), path, plain);
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
  plain: Plain,
): { field: FormField | null; flags: ElicitationFlag[] } {
  const flags: ElicitationFlag[] = [];
  if (!isJsonObject(raw))
    return { field: null, flags: [{ severity: "error", code: "field-malformed", path }] };
  const schema = plainWithoutNull(raw, plain);
  if (schema === null)
    return { field: null, flags: [{ severity: "error", code: "schema-combined", path }] };
  const shape = shapeOf(schema, plain);
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
    ...(schema.format === "password" || schema.writeOnly === true ? { concealed: true } : {}),
    shape,
  };
  return { field, flags };
}

interface WrongShape {
  wrong: ElicitationFlagCode;
  detail?: string | undefined;
}

function shapeOf(schema: JsonObject, plain: Plain): FieldShape | WrongShape {
  const type = typeBesidesNull(schema.type);
  if (type !== "array" && type !== "object") {
    const choices = choicesOf(schema, type, plain);
    if (choices !== null) return Array.isArray(choices) ? choiceOf(choices, type) : choices;
  }
  switch (type) {
    case "string":
      return { kind: "text", ...numbers(schema, ["minLength", "maxLength"]), ...textRules(schema) };
    case "number":
    case "integer":
      return {
        kind: "number",
        integer: type === "integer",
        ...numbers(schema, ["minimum", "maximum"]),
      };
    case "boolean":
      return { kind: "boolean" };
    case "array": {
      const items = isJsonObject(schema.items) ? plain(schema.items) : null;
      const choices = items && choicesOf(items, typeBesidesNull(items.type) ?? "string", plain);
      if (choices === null) return { wrong: "field-nested", detail: "array" };
      if (!Array.isArray(choices)) return choices;
      if (!areTexts(choices)) return { wrong: "choices-malformed" };
      return { kind: "choices", choices, ...numbers(schema, ["minItems", "maxItems"]) };
    }
    case "object":
      return { wrong: "field-nested", detail: "object" };
    default:
      return { wrong: "field-type-unknown", detail: wordOf(schema.type) };
  }
}

const choiceOf = (choices: Choice[], type: string | undefined): FieldShape =>
  type === "boolean" && choices.length === 2 ? { kind: "boolean" } : { kind: "choice", choices };

const areTexts = (choices: readonly Choice[]): choices is Choice<string>[] =>
  choices.every(({ value }) => typeof value === "string");

/**
 * What `const`, `enum` (with the older `enumNames`), `oneOf` or `anyOf` list; null if none of them lists values. Null
 * among them means no choice; the user leaves the field out instead.
 */
function choicesOf(
  schema: JsonObject,
  type: string | undefined,
  plain: Plain,
): Choice[] | WrongShape | null {
  const listed = listedIn(schema, plain);
  if (listed === null || listed === "other") {
    const isText = type === "string" && schema.oneOf !== undefined;
    return listed === null || !isText ? null : { wrong: "choices-malformed" };
  }
  const values = listed.filter(({ value }) => value !== null);
  if (values.length === 0) return { wrong: "choices-malformed" };
  if (values.length > CHOICES_MAX)
    return { wrong: "too-many-choices", detail: String(values.length) };
  const choices = new Map<Json, Choice>();
  for (const { value, title } of values) {
    if (!isChoosable(value, type)) return { wrong: "choices-malformed" };
    const isNamed = typeof title === "string" && title !== "";
    if (!choices.has(value)) choices.set(value, { value, title: isNamed ? title : String(value) });
  }
  return [...choices.values()];
}

interface Listed {
  value: Json;
  title?: Json | undefined;
}

/** `other`: the alternatives are not all values. */
function listedIn(schema: JsonObject, plain: Plain): Listed[] | "other" | null {
  const { const: only, enum: list, enumNames } = schema;
  if (only !== undefined) return [{ value: only }];
  if (list !== undefined) {
    if (!Array.isArray(list)) return [];
    const names = Array.isArray(enumNames) ? enumNames : [];
    return list.map((value, index) => ({ value, title: names[index] }));
  }
  const forms = schema.oneOf ?? schema.anyOf;
  if (forms === undefined) return null;
  if (!Array.isArray(forms)) return "other";
  if (forms.length > CHOICES_MAX) return forms.map((value) => ({ value }));
  const listed: Listed[] = [];
  for (const form of forms) {
    const one = isJsonObject(form) ? plain(form) : null;
    const values = one?.const === undefined ? one?.enum : [one.const];
    if (one === null || !Array.isArray(values)) return "other";
    listed.push(
      ...values.map((value) => ({ value, title: values.length === 1 ? one.title : undefined })),
    );
  }
  return listed;
}

function isChoosable(value: Json, type: string | undefined): value is Choice["value"] {
  if (type === "integer") return Number.isInteger(value);
  return type === undefined
    ? ["string", "number", "boolean"].includes(typeof value)
    : typeof value === type;
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
