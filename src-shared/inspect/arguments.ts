// Checks arguments against a tool's input schema, without eval, which the content security policy forbids. Regular
// expressions in a schema come from the server and may never end: they run only on request.
import { Validator } from "@cfworker/json-schema";
import type { OutputUnit, SchemaDraft } from "@cfworker/json-schema";
import { isJsonObject } from "../json.ts";
import type { Json, JsonObject } from "../json.ts";

/** What is wrong, as data; each `FaultKind` has a sentence in the catalogue. */
export interface Fault {
  kind: FaultKind;
  /** What the schema requires: a bound, a type, the allowed values. Text from outside. */
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

/** Faults by their place in the arguments, as JSON Pointer fragments (`#/text`). */
export type Faults = ReadonlyMap<string, Fault>;
/** `unchecked` says why the schema itself cannot be used; then only the server can check. */
export type Checked = { kind: "checked"; faults: Faults } | { kind: "unchecked"; detail: string };

/** Keywords that only contain other schemas: the faults inside are more specific. */
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

/** Longest `detail` of an unusable schema, in UTF-16 units. */
const MAX_DETAIL = 300;

/**
 * Checks `args` and keeps the first fault at each place. `patterns` also runs the schema's regular expressions: only
 * where the check can be killed from outside, as they may never end.
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

/** Drops faults inside an `anyOf` or `oneOf`, which may be about an alternative that was not meant. */
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

/** The value of the keyword at this location; undefined where the location goes through a reference. */
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

/** MCP takes a schema without `$schema` as 2020-12 (2025-11-25, SEP-1613). */
function draftOf(schema: JsonObject): SchemaDraft {
  const said = typeof schema.$schema === "string" ? schema.$schema : "";
  if (said.includes("draft-04")) return "4";
  if (said.includes("draft-06") || said.includes("draft-07")) return "7";
  return said.includes("2019-09") ? "2019-09" : "2020-12";
}

/** One step of a JSON Pointer (RFC 6901, section 3). */
const escaped = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");

/** A copy, as the validator modifies its schema; without regular expressions unless `patterns`. */
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

/** A property may itself be named `pattern`; its value is then an object, not a string. */
const isPattern = (name: string, inner: Json | undefined): boolean =>
  (name === "pattern" && typeof inner === "string") || name === "patternProperties";

/** True when there is a regular expression anywhere in the schema. */
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
