// Checks arguments against a tool's input schema, without eval (the content security policy forbids
// it). Regular expressions of a schema are the server's and may never end: they run only where asked for.
import { Validator } from "@cfworker/json-schema";
import type { OutputUnit, SchemaDraft } from "@cfworker/json-schema";
import { isJsonObject } from "../json.ts";
import type { Json, JsonObject } from "../json.ts";

/** What is wrong, as data; `FaultKind` has a sentence in the catalogue. */
export interface Fault {
  kind: FaultKind;
  /** What the schema asks: a bound, a type, the allowed values. Foreign. */
  want?: string;
}
export type FaultKind =
  | "required"
  | "type"
  | "enum"
  | "minimum"
  | "maximum"
  | "exclusiveMinimum"
  | "exclusiveMaximum"
  | "multipleOf"
  | "minLength"
  | "maxLength"
  | "format"
  | "pattern"
  | "minItems"
  | "maxItems"
  | "uniqueItems"
  | "unexpected"
  | "other";

/** Faults by the place they stand at, as JSON Pointer fragments (`#/text`). */
export type Faults = ReadonlyMap<string, Fault>;
/** `unchecked` says why the schema itself could not be used; the server then has the only word. */
export type Checked = { kind: "checked"; faults: Faults } | { kind: "unchecked"; detail: string };

/** Words that only hold other schemas: the faults inside them say more. */
const holders = new Set([
  "properties",
  "items",
  "prefixItems",
  "additionalItems",
  "additionalProperties",
  "unevaluatedProperties",
  "$ref",
  "$recursiveRef",
  "allOf",
  "then",
  "else",
  "dependentSchemas",
]);
const known = new Set<FaultKind>([
  "type",
  "enum",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "format",
  "pattern",
  "minItems",
  "maxItems",
  "uniqueItems",
]);

/** Longest detail that is kept of why a schema cannot be used, in UTF-16 units. */
const MAX_DETAIL = 300;

/**
 * Checks `args`. The first fault at a place is kept: one sentence a field. `patterns` runs the schema's
 * regular expressions as well: only where the work can be ended from outside, since they may never end.
 */
export function checkArguments(
  schema: JsonObject,
  args: JsonObject,
  { patterns = false }: { patterns?: boolean } = {},
): Checked {
  try {
    const safe = copied(schema, 0, patterns);
    if (!isJsonObject(safe)) return { kind: "unchecked", detail: "" };
    const { errors } = new Validator(safe, draftOf(schema), false).validate(args);
    const faults = new Map<string, Fault>();
    for (const error of leaves(errors)) {
      const [place, fault] = faultOf(error, safe);
      if (!faults.has(place)) faults.set(place, fault);
    }
    return { kind: "checked", faults };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { kind: "unchecked", detail: detail.slice(0, MAX_DETAIL) };
  }
}

/** Faults inside an `anyOf` or `oneOf` concern forms that were perhaps not meant: only the whole is said. */
function leaves(errors: readonly OutputUnit[]): OutputUnit[] {
  const choices = errors.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf");
  return errors.filter(
    (error) =>
      !holders.has(error.keyword) &&
      !choices.some((choice) => error.keywordLocation.startsWith(`${choice.keywordLocation}/`)),
  );
}

function faultOf(error: OutputUnit, schema: JsonObject): [string, Fault] {
  const place = error.instanceLocation;
  if (error.keyword === "required") {
    const name = /^Instance does not have required property "(.*)"\.$/su.exec(error.error)?.[1];
    if (name !== undefined) return [`${place}/${escaped(name)}`, { kind: "required" }];
  }
  if (error.keyword === "false") return [place, { kind: "unexpected" }];
  if (error.keyword === "const") return [place, { kind: "enum" }];
  const kind = [...known].find((name) => name === error.keyword);
  if (kind === undefined) return [place, { kind: "other", want: error.keyword }];
  const want = valueAt(schema, error.keywordLocation);
  return [place, want === undefined ? { kind } : { kind, want: wordOf(want) }];
}

const wordOf = (value: Json): string =>
  typeof value === "string"
    ? value
    : Array.isArray(value) && value.every((item) => typeof item === "string")
      ? value.join(", ")
      : JSON.stringify(value);

/** What the keyword says; undefined where the location runs through a reference. */
function valueAt(schema: JsonObject, location: string): Json | undefined {
  let at: Json | undefined = schema;
  for (const part of location.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(at)) at = at[Number(key)];
    else if (isJsonObject(at) && Object.hasOwn(at, key)) at = at[key];
    else return undefined;
  }
  return at;
}

/** MCP takes a schema that names no dialect as 2020-12 (2025-11-25, SEP-1613). */
function draftOf(schema: JsonObject): SchemaDraft {
  const said = typeof schema.$schema === "string" ? schema.$schema : "";
  if (said.includes("draft-04")) return "4";
  if (said.includes("draft-06") || said.includes("draft-07")) return "7";
  return said.includes("2019-09") ? "2019-09" : "2020-12";
}

/** One step of a JSON Pointer (RFC 6901, section 3). */
const escaped = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");

/** A copy: the validator writes into what it gets. */
function copied(value: Json | undefined, depth: number, patterns: boolean): Json {
  if (depth > 100) throw new Error("nested too deeply");
  if (Array.isArray(value)) return value.map((item) => copied(item, depth + 1, patterns));
  if (!isJsonObject(value)) return value ?? null;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, inner]) => patterns || !isPattern(name, inner))
      .map(([name, inner]) => [name, copied(inner, depth + 1, patterns)]),
  );
}

/** An argument may itself be called `pattern`; then its schema is an object, not a text. */
const isPattern = (name: string, inner: Json | undefined): boolean =>
  (name === "pattern" && typeof inner === "string") || name === "patternProperties";

/** True when the schema holds a regular expression anywhere. */
export function hasPatterns(schema: Json | undefined): boolean {
  const waiting: (Json | undefined)[] = [schema];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== "object" || value === null) continue;
    if (Array.isArray(value)) for (const item of value) waiting.push(item);
    else {
      for (const [name, inner] of Object.entries(value)) {
        if (isPattern(name, inner)) return true;
        waiting.push(inner);
      }
    }
  }
  return false;
}
