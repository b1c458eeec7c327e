// Converts a tool's input schema (JSON Schema, MCP `Tool.inputSchema`) to form fields. What a form cannot represent
// becomes a JSON field, so that everything can be entered.
import { isJsonObject } from "../../../src-shared/json.ts";
import type { Json, JsonObject } from "../../../src-shared/json.ts";

/** A choice of an `enum`, `const` or `oneOf`; `label` comes from the server. */
export interface Choice {
  value: Json;
  label: string;
}

export type Shape =
  | {
      kind: "string";
      minLength?: number;
      maxLength?: number;
      pattern?: string;
      format?: string;
    }
  | {
      kind: "number";
      integer: boolean;
      minimum?: number;
      maximum?: number;
      exclusiveMinimum?: number;
      exclusiveMaximum?: number;
    }
  | { kind: "boolean" }
  | { kind: "choice"; choices: Choice[] }
  | { kind: "list"; item: Shape; minItems?: number; maxItems?: number }
  | { kind: "group"; fields: FormField[] }
  | { kind: "json" };

/** One argument. All texts come from the server. */
export interface FormField {
  name: string;
  required: boolean;
  description?: string;
  /** The schema's `default`. */
  preset?: Json;
  /** The schema has a default that it forbids itself, so the field starts empty. */
  presetUnfit?: true;
  shape: Shape;
}

/** Deepest nesting of groups and lists; below it, values are edited as JSON. */
const DEEPEST = 3;
/** Most references to follow in a row, as a schema may refer to itself. */
const MOST_REFERENCES = 16;

/** Fields of an object schema in its order, or null when it can only be edited as JSON. */
export function readForm(schema: JsonObject): FormField[] | null {
  const plain = resolve(schema, schema, 0);
  if (plain === null || combines(plain)) return null;
  if (plain.type !== undefined && plain.type !== "object") return null;
  return fieldsOf(plain, schema, 0);
}

function fieldsOf(object: JsonObject, root: JsonObject, depth: number): FormField[] {
  const properties = isJsonObject(object.properties) ? object.properties : {};
  const required = Array.isArray(object.required) ? object.required : [];
  return Object.entries(properties).map(([name, raw]) => {
    const found = isJsonObject(raw) ? resolve(raw, root, 0) : null;
    const plain = found === null ? null : withoutNull(found, root);
    const description = plain?.description;
    const preset = plain?.default;
    return {
      name,
      required: required.includes(name),
      ...(typeof description === "string" && description !== "" ? { description } : {}),
      ...(preset !== undefined ? { preset } : {}),
      shape: plain === null ? { kind: "json" } : shapeOf(plain, root, depth),
    };
  });
}

function shapeOf(schema: JsonObject, root: JsonObject, depth: number): Shape {
  const choices = choicesOf(schema);
  if (choices !== null) return { kind: "choice", choices };
  if (combines(schema)) return { kind: "json" };
  switch (typeOf(schema)) {
    case "string":
      return { kind: "string", ...stringBounds(schema) };
    case "number":
    case "integer":
      return { kind: "number", integer: typeOf(schema) === "integer", ...numberBounds(schema) };
    case "boolean":
      return { kind: "boolean" };
    case "array":
      return listOf(schema, root, depth);
    case "object":
      return groupOf(schema, root, depth);
    default:
      return { kind: "json" };
  }
}

function listOf(schema: JsonObject, root: JsonObject, depth: number): Shape {
  if (depth >= DEEPEST || !isJsonObject(schema.items) || schema.prefixItems !== undefined)
    return { kind: "json" };
  const item = resolve(schema.items, root, 0);
  if (item === null) return { kind: "json" };
  const shape = shapeOf(item, root, depth + 1);
  if (shape.kind === "json") return shape;
  return { kind: "list", item: shape, ...numbers(schema, ["minItems", "maxItems"]) };
}

function groupOf(schema: JsonObject, root: JsonObject, depth: number): Shape {
  const open = isJsonObject(schema.additionalProperties) || schema.patternProperties !== undefined;
  const empty = !isJsonObject(schema.properties) || Object.keys(schema.properties).length === 0;
  if (depth >= DEEPEST || open || empty) return { kind: "json" };
  return { kind: "group", fields: fieldsOf(schema, root, depth + 1) };
}

/** Resolves `$ref` within the document and a lone `allOf`. Null when that fails. */
function resolve(schema: JsonObject, root: JsonObject, steps: number): JsonObject | null {
  if (steps > MOST_REFERENCES) return null;
  const { $ref, ...rest } = schema;
  if (typeof $ref === "string") {
    const target = pointed(root, $ref);
    return target === null ? null : resolve({ ...target, ...rest }, root, steps + 1);
  }
  const only = Array.isArray(schema.allOf) && schema.allOf.length === 1 ? schema.allOf[0] : null;
  if (!isJsonObject(only)) return schema;
  const { allOf: _taken, ...others } = schema;
  return resolve({ ...only, ...others }, root, steps + 1);
}

/** The target of a JSON Pointer fragment (RFC 6901, `#/$defs/x`) in the same document. */
function pointed(root: JsonObject, ref: string): JsonObject | null {
  if (ref === "#") return root;
  if (!ref.startsWith("#/")) return null;
  let at: Json | undefined = root;
  for (const part of ref.slice(2).split("/")) {
    const key = decode(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(at)) at = at[Number(key)];
    else if (isJsonObject(at) && Object.hasOwn(at, key)) at = at[key];
    else return null;
  }
  return isJsonObject(at) ? at : null;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Many generators write an optional argument as `T or null`: treat it as `T`, omitted when empty. */
function withoutNull(schema: JsonObject, root: JsonObject): JsonObject {
  const word = schema.anyOf !== undefined ? "anyOf" : "oneOf";
  const forms = schema[word];
  if (!Array.isArray(forms)) return schema;
  const others = forms.filter((form) => !(isJsonObject(form) && form.type === "null"));
  const only = others.length === 1 ? others[0] : undefined;
  if (others.length === forms.length || !isJsonObject(only)) return schema;
  const { [word]: _forms, default: preset, ...rest } = schema;
  const inner = resolve(only, root, 0);
  if (inner === null) return schema;
  const kept: JsonObject = preset === null || preset === undefined ? {} : { default: preset };
  return { ...inner, ...rest, ...kept };
}

function choicesOf(schema: JsonObject): Choice[] | null {
  if (schema.const !== undefined) return [{ value: schema.const, label: labelOf(schema.const) }];
  if (Array.isArray(schema.enum)) {
    const names = Array.isArray(schema.enumNames) ? schema.enumNames : [];
    return schema.enum.map((value, index) => {
      const name = names[index];
      return { value, label: typeof name === "string" ? name : labelOf(value) };
    });
  }
  const forms = schema.oneOf ?? schema.anyOf;
  if (!Array.isArray(forms) || forms.length === 0) return null;
  const choices = forms.flatMap((form) =>
    isJsonObject(form) && form.const !== undefined
      ? [
          {
            value: form.const,
            label: typeof form.title === "string" ? form.title : labelOf(form.const),
          },
        ]
      : [],
  );
  return choices.length === forms.length ? choices : null;
}

const labelOf = (value: Json): string =>
  typeof value === "string" ? value : JSON.stringify(value);

/** Keywords with alternatives or conditions, for which a form would have to guess. */
const combines = (schema: JsonObject): boolean =>
  ["anyOf", "oneOf", "allOf", "not", "if", "$ref"].some((word) => schema[word] !== undefined);

/** The single type that a schema allows; `["string", "null"]` counts as `string`. */
function typeOf(schema: JsonObject): string | null {
  if (typeof schema.type === "string") return schema.type;
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter((type) => type !== "null");
    const only = types.length === 1 ? types[0] : null;
    return typeof only === "string" ? only : null;
  }
  if (isJsonObject(schema.properties)) return "object";
  return isJsonObject(schema.items) ? "array" : null;
}

function stringBounds(schema: JsonObject) {
  return {
    ...numbers(schema, ["minLength", "maxLength"]),
    ...(typeof schema.pattern === "string" ? { pattern: schema.pattern } : {}),
    ...(typeof schema.format === "string" ? { format: schema.format } : {}),
  };
}

const numberBounds = (schema: JsonObject) =>
  numbers(schema, ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]);

function numbers<K extends string>(schema: JsonObject, names: readonly K[]): { [P in K]?: number } {
  const found: { [P in K]?: number } = {};
  for (const name of names) {
    const value = schema[name];
    if (typeof value === "number") found[name] = value;
  }
  return found;
}

/** A prompt's arguments or a template's variables as a schema, so that one form serves all three. */
export function textSchema(
  items: readonly { name: string; description?: string; required: boolean }[],
): JsonObject {
  return {
    type: "object",
    properties: Object.fromEntries(
      items.map((item) => [
        item.name,
        {
          type: "string",
          ...(item.description === undefined ? {} : { description: item.description }),
        },
      ]),
    ),
    required: items.filter((item) => item.required).map((item) => item.name),
  };
}
