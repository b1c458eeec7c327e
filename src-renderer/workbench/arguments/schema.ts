// Converts a tool's input schema (JSON Schema, MCP `Tool.inputSchema`) to form fields. What a form cannot represent
// becomes a JSON field, so that everything can be entered.
import { isJsonObject } from "../../../src-shared/json.ts";
import type { Json, JsonObject } from "../../../src-shared/json.ts";
import {
  plainIn,
  plainWithoutNull,
  typeBesidesNull,
} from "../../../src-shared/inspect/localSchema.ts";
import type { Plain } from "../../../src-shared/inspect/localSchema.ts";

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

/** Fields of an object schema in its order, or null when it can only be edited as JSON. */
export function readForm(schema: JsonObject): FormField[] | null {
  const plain = plainIn(schema);
  const root = plain(schema);
  if (root === null || combines(root)) return null;
  if (root.type !== undefined && root.type !== "object") return null;
  return fieldsOf(root, plain, 0);
}

function fieldsOf(object: JsonObject, plain: Plain, depth: number): FormField[] {
  const properties = isJsonObject(object.properties) ? object.properties : {};
  const required = Array.isArray(object.required) ? object.required : [];
  return Object.entries(properties).map(([name, raw]) => {
    const schema = isJsonObject(raw) ? plainWithoutNull(raw, plain) : null;
    const description = schema?.description;
    const preset = schema?.default;
    return {
      name,
      required: required.includes(name),
      ...(typeof description === "string" && description !== "" ? { description } : {}),
      ...(preset !== undefined ? { preset } : {}),
      shape: schema === null ? { kind: "json" } : shapeOf(schema, plain, depth),
    };
  });
}

function shapeOf(schema: JsonObject, plain: Plain, depth: number): Shape {
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
      return listOf(schema, plain, depth);
    case "object":
      return groupOf(schema, plain, depth);
    default:
      return { kind: "json" };
  }
}

function listOf(schema: JsonObject, plain: Plain, depth: number): Shape {
  if (depth >= DEEPEST || !isJsonObject(schema.items) || schema.prefixItems !== undefined)
    return { kind: "json" };
  const item = plain(schema.items);
  if (item === null) return { kind: "json" };
  const shape = shapeOf(item, plain, depth + 1);
  if (shape.kind === "json") return shape;
  return { kind: "list", item: shape, ...numbers(schema, ["minItems", "maxItems"]) };
}

function groupOf(schema: JsonObject, plain: Plain, depth: number): Shape {
  const open = isJsonObject(schema.additionalProperties) || schema.patternProperties !== undefined;
  const empty = !isJsonObject(schema.properties) || Object.keys(schema.properties).length === 0;
  if (depth >= DEEPEST || open || empty) return { kind: "json" };
  return { kind: "group", fields: fieldsOf(schema, plain, depth + 1) };
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

function typeOf(schema: JsonObject): string | undefined {
  if (schema.type !== undefined) return typeBesidesNull(schema.type);
  if (isJsonObject(schema.properties)) return "object";
  return isJsonObject(schema.items) ? "array" : undefined;
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
