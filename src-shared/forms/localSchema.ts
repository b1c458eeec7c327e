// Reduces a JSON Schema to plain keywords, where an unusual spelling says the same: a `$ref` within the document,
// `allOf`, and "T or null".
import { isJsonObject } from "../json.ts";
import type { Json, JsonObject } from "../json.ts";

/** The schema without `$ref` and `allOf`; null if that is not certain: a remote, cyclic or contradictory one. */
export type Plain = (schema: JsonObject) => JsonObject | null;

/** Most references and parts that are followed in one document, as they can multiply. */
const STEPS_MAX = 3000;
/** Most references in a row, as a schema may refer to itself. */
const DEPTH_MAX = 16;
/** Most keywords of a schema that is put together from others. */
const KEYWORDS_MAX = 100;
/** Keywords that allow and forbid nothing; the outer one counts. */
const ANNOTATIONS = new Set([
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "$comment",
  "$schema",
  "$id",
  "$defs",
  "definitions",
]);

/** For the schemas inside `root`. */
export function plainIn(root: JsonObject): Plain {
  let steps = 0;
  const plain = (schema: JsonObject, depth: number): JsonObject | null => {
    const { $ref, allOf, ...own } = schema;
    if ($ref === undefined && allOf === undefined) return schema;
    const parts: Json[] = [
      ...($ref === undefined ? [] : [typeof $ref === "string" ? pointed(root, $ref) : null]),
      ...(allOf === undefined ? [] : Array.isArray(allOf) ? allOf : [null]),
    ];
    steps += parts.length;
    if (steps > STEPS_MAX || depth > DEPTH_MAX) return null;
    let joined: JsonObject | null = own;
    for (const part of parts) {
      const inner: JsonObject | null = isJsonObject(part) ? plain(part, depth + 1) : null;
      joined = inner === null || joined === null ? null : both(inner, joined);
      if (joined === null) return null;
    }
    return joined;
  };
  return (schema) => plain(schema, 0);
}

/** A schema that demands what both demand; null if one keyword would have to say two things. */
function both(inner: JsonObject, outer: JsonObject): JsonObject | null {
  if (Object.keys(inner).length + Object.keys(outer).length > KEYWORDS_MAX) return null;
  const isTwofold = Object.keys(outer).some(
    (word) =>
      Object.hasOwn(inner, word) &&
      !ANNOTATIONS.has(word) &&
      JSON.stringify(inner[word]) !== JSON.stringify(outer[word]),
  );
  return isTwofold ? null : { ...inner, ...outer };
}

/** The target of a JSON Pointer fragment (RFC 6901, `#/$defs/x`) in the same document. */
function pointed(root: JsonObject, ref: string): JsonObject | null {
  if (ref === "#") return root;
  if (!ref.startsWith("#/")) return null;
  let at: Json | undefined = root;
  for (const part of ref.slice(2).split("/")) {
    const key = decoded(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(at)) at = at[Number(key)];
    else if (isJsonObject(at) && Object.hasOwn(at, key)) at = at[key];
    else return null;
  }
  return isJsonObject(at) ? at : null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const isNull = (schema: Json): boolean =>
  isJsonObject(schema) && (schema.type === "null" || schema.const === null);

/**
 * The plain schema, without the alternative null, as generators write optional fields: `T or null` becomes `T`. Its
 * default of null goes too, as it means that there is none.
 */
export function plainWithoutNull(schema: JsonObject, plain: Plain): JsonObject | null {
  const found = plain(schema);
  if (found === null) return null;
  const word = found.anyOf === undefined ? "oneOf" : "anyOf";
  const { [word]: forms, default: preset, ...bare } = found;
  if (!Array.isArray(forms)) return found;
  const others = forms.filter((form) => !isNull(form));
  if (others.length === forms.length) return found;
  const rest = preset === undefined || preset === null ? bare : { ...bare, default: preset };
  const [only] = others;
  if (others.length !== 1 || !isJsonObject(only)) return { ...rest, [word]: others };
  const inner = plainWithoutNull(only, plain);
  return inner === null ? null : both(inner, rest);
}

/** The one type besides null: `string` for `string`, `["string"]` and `["string", "null"]`. */
export function typeBesidesNull(type: Json | undefined): string | undefined {
  const types = (Array.isArray(type) ? type : [type]).filter((one) => one !== "null");
  return types.length === 1 && typeof types[0] === "string" ? types[0] : undefined;
}
