// Checks arguments against a tool's input schema, without eval, which the content security policy forbids. Regular
// expressions in a schema come from the server and may never end: they run only on request. Everything else that a schema
// can ask for is counted, and given up where it is too much.
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
/** `unchecked` says why the schema itself cannot be used, or takes too long; then only the server can check. */
export type Checked =
  | { kind: "checked"; faults: Faults }
  | { kind: "unchecked"; because: "too-slow" | "schema"; detail: string };

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
 * The work of one check that nobody can kill: evaluations of a subschema, times the longest text or list in what is
 * checked. Part of a second; references alone can ask for more than a lifetime.
 */
const MAX_WORK = 30_000_000;
class TooMuch extends Error {}
/** What an evaluation costs at least, in the same unit. */
const EVALUATION = 200;

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
    const longest = longestIn(args);
    if (!patterns) countEvaluations(safe, longest, MAX_WORK / Math.max(EVALUATION, longest));
    if (!isJsonObject(safe)) return { kind: "unchecked", because: "schema", detail: "" };
    const { errors } = new Validator(safe, draftOf(schema), false).validate(args);
    const faults = new Map<string, Fault>();
    for (const error of leaves(errors)) {
      const [place, fault] = faultOf(error, safe);
      if (!faults.has(place)) faults.set(place, fault);
    }
    return { kind: "checked", faults };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const because = error instanceof TooMuch ? "too-slow" : "schema";
    return { kind: "unchecked", because, detail: detail.slice(0, MAX_DETAIL) };
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

/**
 * Ends the check, by throwing, after so many evaluations of a subschema: the validator reads this field in each. An
 * evaluation that compares more counts as more.
 */
function countEvaluations(schema: Json, longest: number, most: number): void {
  let left = most;
  for (const value of within(schema)) {
    if (!isJsonObject(value)) continue;
    const said = value["$recursiveRef"];
    // Items that must differ are compared with each other.
    const cost = costOf(value) + (value["uniqueItems"] === true ? longest : 0);
    Object.defineProperty(value, "$recursiveRef", {
      enumerable: said !== undefined,
      get: () => {
        left -= cost;
        if (left < 0) throw new TooMuch("takes too long to check");
        return said;
      },
    });
  }
}

function costOf(schema: JsonObject): number {
  const lists = Object.values(schema).map((value) => (Array.isArray(value) ? value.length : 0));
  const texts = [schema["enum"], schema["const"]].map((value) =>
    value === undefined ? 0 : JSON.stringify(value).length,
  );
  return [...lists, ...texts].reduce((sum, one) => sum + one, 1);
}

/** The length of the longest text, list or object. */
function longestIn(args: Json): number {
  let longest = 0;
  for (const value of within(args)) {
    const length =
      typeof value === "string"
        ? value.length
        : typeof value === "object" && value !== null
          ? Object.keys(value).length
          : 0;
    longest = Math.max(longest, length);
  }
  return longest;
}

/** A value and everything in it. */
function* within(value: Json): Generator<Json> {
  const waiting: (Json | undefined)[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (next === undefined) continue;
    yield next;
    if (typeof next !== "object" || next === null) continue;
    for (const inner of Object.values(next)) waiting.push(inner);
  }
}

/** A property may itself be named `pattern`; its value is then an object, not a string. */
const isPattern = (name: string, inner: Json | undefined): boolean =>
  (name === "pattern" && typeof inner === "string") || name === "patternProperties";

/** True when there is a regular expression anywhere in the schema. */
export const hasPatterns = (schema: Json | undefined): boolean =>
  [...within(schema ?? null)].some(
    (value) =>
      isJsonObject(value) && Object.entries(value).some(([name, inner]) => isPattern(name, inner)),
  );
