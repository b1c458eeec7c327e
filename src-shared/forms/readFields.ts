// Reads the fields of a form from a JSON Schema: a tool's `inputSchema`, the `requestedSchema` of an elicitation. What
// no input can show becomes a field of JSON, so that everything can be entered.
import { isJsonObject } from "../json.ts";
import type { Json, JsonObject } from "../json.ts";
import type { Path } from "../request/document/flag.ts";
import { FORMATS } from "./field.ts";
import type { Choice, Field, Shape } from "./field.ts";
import { plainIn, plainWithoutNull, typeBesidesNull } from "./localSchema.ts";
import type { Plain } from "./localSchema.ts";
import { valueFault } from "./valueFault.ts";

/** What is odd about a schema, and where. `detail` is text of the schema. */
export interface Oddity {
  code: OddCode;
  path: Path;
  detail?: string;
}

export type OddCode =
  | "schema-not-object" // `type` is not "object", or `properties` is not an object
  | "schema-combined" // allOf, $ref etc. that cannot be reduced to plain keywords
  | "too-many-fields"
  | "field-malformed" // the field's schema is not an object
  | "field-nested" // an object, or an array of anything but choices
  | "field-type-unknown"
  | "choices-malformed" // empty, of another type than the field's, or not plain values
  | "too-many-choices"
  | "required-unknown" // `required` names an unknown field
  | "bounds-contradict" // no value is within the bounds
  | "default-unusable" // invalid for its own field, which starts empty
  | "format-unknown"
  | "pattern-too-long"; // not shown

export interface ReadFields {
  /** In the schema's order; null if a form would have to guess. */
  fields: Field[] | null;
  oddities: Oddity[];
}

/** Deepest nesting of groups and lists; below it, values are edited as JSON. */
const DEPTH_MAX = 3;
/** For one schema, as references can multiply both; beyond, values are edited as JSON. */
const FIELDS_MAX = 1000;
const CHOICES_MAX = 10_000;
const PATTERN_MAX = 500;
const REQUIRED_MAX = 100;
const JSON_SHAPE: Shape = { kind: "json" };

/** Keywords with alternatives or conditions, for which a form would have to guess. */
const COMBINING = ["$ref", "allOf", "anyOf", "oneOf", "not", "if"] as const;
const combiningIn = (schema: JsonObject) => COMBINING.find((word) => schema[word] !== undefined);

export const readFields = (schema: JsonObject): ReadFields => new Reader(schema).read(schema);

class Reader {
  readonly #oddities: Oddity[] = [];
  readonly #plain: Plain;
  #fieldsLeft = FIELDS_MAX;
  #choicesLeft = CHOICES_MAX;

  constructor(schema: JsonObject) {
    this.#plain = plainIn(schema);
  }

  read(schema: JsonObject): ReadFields {
    const root = this.#plain(schema) ?? schema;
    const oddities = this.#oddities;
    const combining = combiningIn(root);
    if (combining !== undefined) this.#odd("schema-combined", [combining], combining);
    const isObject = typeBesidesNull(root.type ?? "object") === "object";
    if (!isObject || !isJsonObject(root.properties)) this.#odd("schema-not-object", []);
    if (combining !== undefined || !isObject) return { fields: null, oddities };
    return { fields: this.#fields(root, [], 0), oddities };
  }

  #odd(code: OddCode, path: Path, detail?: Json): void {
    const word = typeof detail === "string" ? detail : JSON.stringify(detail);
    this.#oddities.push({
      code,
      path,
      detail: word?.slice(0, 100),
    });
  }

  /** Null if there are too many in all. */
  #fields(object: JsonObject, path: Path, depth: number): Field[] | null {
    const properties = isJsonObject(object.properties) ? object.properties : {};
    const entries = Object.entries(properties);
    if (entries.length > this.#fieldsLeft) {
      this.#odd("too-many-fields", [...path, "properties"], String(entries.length));
      return null;
    }
    this.#fieldsLeft -= entries.length;
    const required = new Set(Array.isArray(object.required) ? object.required : []);
    for (const name of [...required].slice(0, REQUIRED_MAX)) {
      if (typeof name !== "string" || !Object.hasOwn(properties, name))
        this.#odd("required-unknown", [...path, "required"], name);
    }
    return entries.map(([name, raw]) =>
      this.#field(name, raw, required.has(name), [...path, "properties", name], depth),
    );
  }

  #field(name: string, raw: Json | undefined, required: boolean, path: Path, depth: number): Field {
    const schema = isJsonObject(raw) ? plainWithoutNull(raw, this.#plain) : null;
    if (schema === null) {
      this.#odd(isJsonObject(raw) ? "schema-combined" : "field-malformed", path);
      return { name, required, shape: JSON_SHAPE };
    }
    const shape = this.#shape(schema, path, depth);
    const { title, description, default: preset } = schema;
    // A default of null means that there is none.
    const isGiven = preset !== undefined && preset !== null;
    const isUsable = isGiven && valueFault(shape, preset) === null;
    if (isGiven && !isUsable) this.#odd("default-unusable", path);
    return {
      name,
      ...(typeof title === "string" && title !== "" ? { title } : {}),
      ...(typeof description === "string" && description !== "" ? { description } : {}),
      required,
      ...(isUsable ? { preset } : isGiven ? { presetUnfit: true } : {}),
      ...(schema.format === "password" || schema.writeOnly === true ? { concealed: true } : {}),
      shape,
    };
  }

  #shape(schema: JsonObject, path: Path, depth: number): Shape {
    const type = typeOf(schema);
    if (type === "array") return this.#array(schema, path, depth);
    if (type === "object") {
      this.#odd("field-nested", path, type);
      return this.#group(schema, path, depth);
    }
    const choices = this.#choices(schema, type, path);
    if (choices !== null)
      return type === "boolean" && choices.length === 2
        ? { kind: "boolean" }
        : { kind: "choice", choices };
    switch (type) {
      case "string":
        return this.#text(schema, path);
      case "number":
      case "integer":
        return this.#checked(path, {
          kind: "number",
          integer: type === "integer",
          ...numbers(schema, ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]),
        });
      case "boolean":
        return { kind: "boolean" };
      default:
        this.#odd("field-type-unknown", path, schema.type ?? "");
        return JSON_SHAPE;
    }
  }

  #text(schema: JsonObject, path: Path): Shape {
    const { format, pattern } = schema;
    if (typeof format === "string" && !FORMATS.some((one) => one === format))
      this.#odd("format-unknown", path, format);
    const isShort = typeof pattern === "string" && pattern.length <= PATTERN_MAX;
    if (typeof pattern === "string" && !isShort) this.#odd("pattern-too-long", path);
    return this.#checked(path, {
      kind: "text",
      ...numbers(schema, ["minLength", "maxLength"]),
      ...(typeof format === "string" ? { format: format.slice(0, 100) } : {}),
      ...(isShort ? { pattern } : {}),
    });
  }

  #array(schema: JsonObject, path: Path, depth: number): Shape {
    const bounds = numbers(schema, ["minItems", "maxItems"]);
    const isPlain = combiningIn(schema) === undefined && schema.prefixItems === undefined;
    const items = isPlain && isJsonObject(schema.items) ? this.#plain(schema.items) : null;
    const choices = items && this.#choices(items, typeOf(items) ?? "string", path);
    if (choices !== null) {
      const shape = this.#checked(path, { kind: "choices", choices, ...bounds });
      if ((bounds.minItems ?? 0) <= choices.length) return shape;
    } else this.#odd("field-nested", path, "array");
    if (items === null || depth >= DEPTH_MAX) return JSON_SHAPE;
    const item: Shape =
      choices === null
        ? this.#shape(items, [...path, "items"], depth + 1)
        : { kind: "choice", choices };
    return item.kind === "json" ? item : this.#checked(path, { kind: "list", item, ...bounds });
  }

  #group(schema: JsonObject, path: Path, depth: number): Shape {
    const { properties, additionalProperties, patternProperties } = schema;
    const isOpen = isJsonObject(additionalProperties) || patternProperties !== undefined;
    const isEmpty = !isJsonObject(properties) || Object.keys(properties).length === 0;
    if (depth >= DEPTH_MAX || isOpen || isEmpty || combiningIn(schema) !== undefined)
      return JSON_SHAPE;
    const fields = this.#fields(schema, path, depth + 1);
    return fields === null ? JSON_SHAPE : { kind: "group", fields };
  }

  /** The shape; noted if no value is within its bounds. */
  #checked(path: Path, shape: Shape): Shape {
    if (contradicts(shape)) this.#odd("bounds-contradict", path);
    return shape;
  }

  /**
   * What `const`, `enum` (with the older `enumNames`), `oneOf` or `anyOf` list; null if none of them lists values, or
   * none that can be chosen.
   */
  #choices(schema: JsonObject, type: string | undefined, path: Path): Choice[] | null {
    const listed = listedIn(schema, this.#plain);
    if (listed === null) {
      if (type === "string" && schema.oneOf !== undefined) this.#odd("choices-malformed", path);
      return null;
    }
    this.#choicesLeft -= listed.length;
    if (this.#choicesLeft < 0) {
      this.#odd("too-many-choices", path, String(listed.length));
      return null;
    }
    const choices = new Map<string, Choice>();
    for (const { value, title } of listed) {
      const key = JSON.stringify(value);
      const own = typeof value === "string" ? value : key;
      const isNamed = typeof title === "string" && title !== "";
      if (!choices.has(key)) choices.set(key, { value, title: isNamed ? title : own });
    }
    const found = [...choices.values()];
    if (found.length === 0 || !found.every(({ value }) => value === null || isOf(value, type)))
      this.#odd("choices-malformed", path);
    return found.length === 0 ? null : found;
  }
}

interface Listed {
  value: Json;
  title?: Json | undefined;
}

/** Null if the schema lists nothing, or its alternatives are not all values. */
function listedIn(schema: JsonObject, plain: Plain): Listed[] | null {
  const { const: only, enum: list, enumNames } = schema;
  if (only !== undefined) return [{ value: only }];
  if (list !== undefined) {
    if (!Array.isArray(list)) return [];
    const names = Array.isArray(enumNames) ? enumNames : [];
    return list.map((value, index) => ({ value, title: names[index] }));
  }
  const forms = schema.oneOf ?? schema.anyOf;
  if (!Array.isArray(forms)) return null;
  const listed: Listed[] = [];
  for (const form of forms) {
    const one = isJsonObject(form) ? plain(form) : null;
    const values = one?.const === undefined ? one?.enum : [one.const];
    if (one === null || !Array.isArray(values)) return null;
    const title = values.length === 1 ? one.title : undefined;
    for (const value of values) listed.push({ value, title });
  }
  return listed;
}

function isOf(value: Json, type: string | undefined): boolean {
  if (type === "integer") return Number.isInteger(value);
  return type === undefined
    ? ["string", "number", "boolean"].includes(typeof value)
    : typeof value === type;
}

function typeOf(schema: JsonObject): string | undefined {
  if (schema.type !== undefined) return typeBesidesNull(schema.type);
  if (isJsonObject(schema.properties)) return "object";
  return isJsonObject(schema.items) ? "array" : undefined;
}

function contradicts(shape: Shape): boolean {
  const above = (least: number | undefined, most: number | undefined): boolean =>
    least !== undefined && most !== undefined && least > most;
  switch (shape.kind) {
    case "text":
      return above(shape.minLength, shape.maxLength);
    case "number":
      return above(shape.minimum, shape.maximum);
    case "choices":
      return above(shape.minItems, shape.maxItems) || (shape.minItems ?? 0) > shape.choices.length;
    case "list":
      return above(shape.minItems, shape.maxItems);
    case "choice":
    case "boolean":
    case "group":
    case "json":
      return false;
  }
}

function numbers<K extends string>(schema: JsonObject, names: readonly K[]): { [P in K]?: number } {
  const found: { [P in K]?: number } = {};
  for (const name of names) {
    const value = schema[name];
    if (typeof value === "number") found[name] = value;
  }
  return found;
}
