// The request against the protocol's own schema of the version that was negotiated: every departure, at its place.
import { isJsonObject } from "../../json.ts";
import type { Json, JsonObject } from "../../json.ts";
import data from "../data/requestSchemas.json" with { type: "json" };
import { placeOf } from "../document/flag.ts";
import type { Flag, Path } from "../document/flag.ts";

/** The part of JSON Schema that the protocol's schemas use. `$ref` names another schema of the same version. */
interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  type?: string | string[];
  const?: Json;
  enum?: Json[];
  minimum?: number;
  maximum?: number;
  format?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
}
type Schemas = Record<string, Schema> & { request: Schema };

// The file is made by scripts/requestSchemas.mjs of what the protocol publishes.
const SCHEMAS = data as unknown as Record<string, Schemas>;
const VERSIONS = Object.keys(SCHEMAS).toSorted();

/** The schemas of a version; of one that is not known here, those of the last before it; where none is known, the newest. */
const schemasOf = (version: string): Schemas | undefined =>
  SCHEMAS[
    (version === ""
      ? VERSIONS.at(-1)
      : (VERSIONS.findLast((known) => known <= version) ?? VERSIONS[0])) ?? ""
  ];

/** Every departure of `params` from the schema of `sampling/createMessage` in this version, in reading order. */
export function schemaFlags(params: Json, version: string): Flag[] {
  const schemas = schemasOf(version);
  if (schemas === undefined) return [];
  const checker = new Checker(schemas);
  checker.check(schemas.request, params);
  return checker.found;
}

class Checker {
  readonly #schemas: Schemas;
  /** Of what is being looked at. */
  #path: Path;
  readonly found: Flag[] = [];

  constructor(schemas: Schemas, path: Path = []) {
    this.#schemas = schemas;
    this.#path = path;
  }

  /** Recursion ends with the schema: what it leaves open is not looked into. */
  check(given: Schema, value: Json): void {
    const schema = this.#resolved(given);
    if (schema.anyOf !== undefined) return this.#anyOf(schema.anyOf, value);
    const wanted = wantedOf(schema, value);
    if (wanted !== null) return this.#mismatch(wanted);
    if (Array.isArray(value)) {
      const { items } = schema;
      if (items !== undefined) value.forEach((item, index) => this.#below(index, items, item));
    } else if (isJsonObject(value)) this.#members(schema, value);
  }

  #members(schema: Schema, value: JsonObject): void {
    const { properties = {}, required = [], additionalProperties } = schema;
    for (const name of required) {
      if (Object.hasOwn(value, name) && value[name] !== undefined) continue;
      const path = [...this.#path, name];
      this.found.push({ severity: "note", code: "schema-missing", path, detail: placeOf(path) });
    }
    const others = typeof additionalProperties === "object" ? additionalProperties : undefined;
    for (const [name, item] of Object.entries(value)) {
      const own = Object.hasOwn(properties, name) ? properties[name] : others;
      if (item !== undefined && own !== undefined) this.#below(name, own, item);
    }
  }

  #below(step: string | number, schema: Schema, value: Json): void {
    this.#path.push(step);
    this.check(schema, value);
    this.#path.pop();
  }

  /** By the kind of content that it says it is; where the schemas have no kinds, by the one that it departs least from. */
  #anyOf(choices: Schema[], value: Json): void {
    const schemas = choices.map((choice) => this.#resolved(choice));
    const fitting = schemas.filter((schema) => {
      if (schema.type === "array") return Array.isArray(value);
      const kind = kindOf(schema);
      return isJsonObject(value) && (kind === undefined || kind === value["type"]);
    });
    const [only, ...others] = fitting;
    if (only !== undefined && others.length === 0) return this.check(only, value);
    const [least] = fitting
      .map((schema) => {
        const checker = new Checker(this.#schemas, [...this.#path]);
        checker.check(schema, value);
        return checker.found;
      })
      .toSorted((a, b) => missingIn(a) - missingIn(b) || a.length - b.length);
    if (least !== undefined) {
      // Not spread: a server may cause more flags than a call can have arguments.
      for (const flag of least) this.found.push(flag);
      return;
    }
    const kinds = schemas.map(kindOf).filter((kind) => kind !== undefined);
    this.#mismatch(kinds.length === 0 ? "object" : wordsOf(kinds));
  }

  #mismatch(wanted: string): void {
    const path = [...this.#path];
    const detail = `${placeOf(path)}: ${wanted}`;
    this.found.push({ severity: "note", code: "schema-mismatch", path, detail });
  }

  #resolved(schema: Schema): Schema {
    return schema.$ref === undefined ? schema : (this.#schemas[schema.$ref] ?? {});
  }
}

/** What content of this schema calls itself. */
const kindOf = ({ properties }: Schema): Json | undefined => properties?.["type"]?.const;

const missingIn = (flags: Flag[]): number =>
  flags.filter(({ code }) => code === "schema-missing").length;

/** What stands in the schema in place of this value; null where the value itself fits. */
function wantedOf(schema: Schema, value: Json): string | null {
  const { minimum = -Infinity, maximum = Infinity } = schema;
  const types = [schema.type ?? []].flat();
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) return types.join(" | ");
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (values !== undefined && !values.includes(value)) return wordsOf(values);
  if (typeof value === "number" && value < minimum) return `≥ ${minimum}`;
  if (typeof value === "number" && value > maximum) return `≤ ${maximum}`;
  const isUri = schema.format !== "uri" || /^[a-z][a-z0-9+.-]*:/i.test(String(value));
  return isUri ? null : "uri";
}

function isOfType(value: Json, type: string): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "array") return Array.isArray(value);
  return type === "object" ? isJsonObject(value) : typeof value === type;
}

const wordsOf = (values: Json[]): string =>
  values.map((value) => JSON.stringify(value)).join(" | ");
