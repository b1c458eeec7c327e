// Tool arguments repeated as HTTP headers (2026-07-28, Streamable HTTP, "Custom headers from tool parameters"), so
// that intermediaries can route a call without reading its body.
import { isJsonObject } from "#shared/json.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Outcome } from "#shared/outcome.ts";
import type { ToolView } from "#shared/servers/server.ts";

/** The path of an argument, and the header that repeats it. */
interface MirroredArgument {
  path: string[];
  header: string;
}

const ANNOTATION = "x-mcp-header";
const PREFIX = "Mcp-Param-";
/** A header's name (RFC 9110, 5.1). */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES: ReadonlySet<Json | undefined> = new Set(["string", "integer", "boolean"]);

/**
 * The tools that may be called. A tool whose annotation the specification forbids (it would let a server write
 * arbitrary headers) is left out and reported.
 */
export function callableTools(tools: ToolView[], complain: (text: string) => void): ToolView[] {
  return tools.filter(({ name, inputSchema }) => {
    const read = mirroredIn(inputSchema);
    if (!read.ok) complain(`tools/list: "${name}" is left out: ${read.failure}`);
    return read.ok;
  });
}

/** The headers for one call. An argument that is absent, null or not of a simple type has none. */
export function paramHeaders(inputSchema: JsonObject, args: JsonObject): Record<string, string> {
  const read = mirroredIn(inputSchema);
  if (!read.ok) return {};
  return Object.fromEntries(
    read.value.flatMap(({ path, header }): [string, string][] => {
      const text = textOf(valueAt(args, path));
      return text === null ? [] : [[`${PREFIX}${header}`, encoded(text)]];
    }),
  );
}

function mirroredIn(schema: JsonObject): Outcome<MirroredArgument[], string> {
  const found: MirroredArgument[] = [];
  const fault = walk(schema, [], true, found);
  if (fault !== null) return fail(fault);
  const names = new Set(found.map(({ header }) => header.toLowerCase()));
  return names.size === found.length ? ok(found) : fail(`${ANNOTATION} names a header twice`);
}

/** Collects annotations reached through `properties` only; anywhere else they are an error. */
function walk(
  node: Json,
  path: string[],
  reached: boolean,
  found: MirroredArgument[],
): string | null {
  if (Array.isArray(node)) return first(node, (item) => walk(item, path, false, found));
  if (!isJsonObject(node)) return null;
  if (isAnnotated(node)) {
    const fault = faultOf(node, path, reached);
    if (fault !== null) return fault;
    found.push({ path, header: String(node[ANNOTATION]) });
  }
  return first(Object.entries(node), ([key, child = null]) => {
    if (DATA.has(key)) return null;
    if (NAMED.has(key) && isJsonObject(child)) {
      const on = reached && key === "properties";
      const named = Object.entries(child);
      return first(named, ([name, one = null]) => walk(one, [...path, name], on, found));
    }
    return walk(child, path, false, found);
  });
}

const isAnnotated = (node: JsonObject): boolean => Object.hasOwn(node, ANNOTATION);

/** Keywords that hold values, not schemas, in which the annotation's name may occur as ordinary data. */
const DATA = new Set([ANNOTATION, "const", "default", "enum", "examples", "required"]);
/** Keywords that hold schemas by arbitrary names. */
const NAMED = new Set([
  "properties",
  "patternProperties",
  "dependentSchemas",
  "$defs",
  "definitions",
]);

function faultOf(node: JsonObject, path: string[], reached: boolean): string | null {
  const where = path.join(".");
  const header = node[ANNOTATION];
  if (!reached || path.length === 0) return `${ANNOTATION} is not on an argument (${where})`;
  if (typeof header !== "string" || !TOKEN.test(header)) {
    return `${ANNOTATION} of ${where} is not a header name`;
  }
  return TYPES.has(node["type"]) ? null : `${ANNOTATION} of ${where}: not text, integer or boolean`;
}

function first<T>(items: readonly T[], look: (item: T) => string | null): string | null {
  for (const item of items) {
    const fault = look(item);
    if (fault !== null) return fault;
  }
  return null;
}

function valueAt(root: Json, path: readonly string[]): Json | undefined {
  let node: Json | undefined = root;
  for (const key of path) {
    if (!isJsonObject(node) || !Object.hasOwn(node, key)) return undefined;
    node = node[key];
  }
  return node;
}

function textOf(value: Json | undefined): string | null {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return String(value);
  return Number.isSafeInteger(value) ? String(value) : null;
}

/** Unchanged if a header can carry it, otherwise Base64 of its UTF-8 as `=?base64?…?=`. */
function encoded(text: string): string {
  const plain =
    /^[\t\x20-\x7e]+$/.test(text) && text === text.trim() && !/^=\?base64\?.*\?=$/.test(text);
  return plain ? text : `=?base64?${Buffer.from(text, "utf8").toString("base64")}?=`;
}
