// The entry of one server in the text of a host's config file, JSON or TOML (Codex). Every byte outside the entry stays,
// comments included.
import {
  parse as parseToml,
  patch as patchToml,
  stringify as stringifyToml,
} from "@decimalturn/toml-patch";
import { applyEdits, findNodeAtLocation, getNodeValue, modify, parseTree } from "jsonc-parser";
import { isJsonObject } from "../../json.ts";
import type { Json, JsonObject } from "../../json.ts";
import { fail, ok } from "../../outcome.ts";
import type { ConfigFailure, Outcome } from "../../outcome.ts";
import { sameJson } from "../../request/document/change.ts";

export type EntryPath = (string | number)[];

export const isToml = (file: string): boolean => file.toLowerCase().endsWith(".toml");

/** The value of a TOML text, or where it is broken. */
export function tomlOf(text: string): Outcome<JsonObject, ConfigFailure> {
  try {
    const value: unknown = parseToml(text);
    return isJsonObject(value) ? ok(value) : fail({ kind: "config-no-servers" });
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 200) : "";
    const at = /line (\d+), column (\d+)/i.exec(detail) ?? /\((\d+),\s*(\d+)\)/.exec(detail);
    return fail({
      kind: "config-not-json",
      line: Number(at?.[1] ?? 1),
      column: Number(at?.[2] ?? 1),
      detail,
    });
  }
}

/** The entry as the host reads it: of two fields with one name the last. Null if there is none. */
export const entryAt = (file: string, text: string, path: EntryPath): JsonObject | null =>
  isToml(file) ? tomlEntry(text, path) : jsonEntry(text, path);

/** `text` with the entry at `path`, which is `entry`, changed to `wanted`. */
export const withEntry = (
  file: string,
  text: string,
  { path, entry, wanted }: { path: EntryPath; entry: JsonObject; wanted: JsonObject },
): string =>
  isToml(file) ? withTomlEntry(text, path, wanted) : withJsonEntry(text, path, entry, wanted);

/** `text` with the entry at `path` restored from `before`; null if either does not have it. */
export function revertedText(
  file: string,
  text: string,
  before: string,
  path: EntryPath,
): string | null {
  if (isToml(file)) {
    const entry = tomlEntry(before, path);
    return entry === null || tomlEntry(text, path) === null
      ? null
      : withTomlEntry(text, path, entry);
  }
  const [now, was] = [nodeAt(text, path), nodeAt(before, path)];
  if (now === undefined || was === undefined) return null;
  const original = before.slice(was.offset, was.offset + was.length);
  return text.slice(0, now.offset) + original + text.slice(now.offset + now.length);
}

/** The text of the entry; empty if there is none. */
export function entryText(file: string, text: string, path: EntryPath): string {
  if (isToml(file)) {
    const entry = tomlEntry(text, path);
    const [table = "", name = ""] = path.map(String);
    return entry === null ? "" : stringifyToml({ [table]: { [name]: entry } }).trim();
  }
  const node = nodeAt(text, path);
  return node === undefined ? "" : text.slice(node.offset, node.offset + node.length);
}

/** How many results of each function are kept. */
const KEPT = 4;

/** Config files can be megabytes, and one change of one reads it many times: the last results are kept. */
export function kept<T>(read: (...texts: string[]) => T): (...texts: string[]) => T {
  let last: { texts: string[]; value: T }[] = [];
  return (...texts) => {
    const known = last.find((one) => one.texts.every((text, at) => text === texts[at]));
    const found = known ?? { texts, value: read(...texts) };
    last = [found, ...last.filter((one) => one !== known)].slice(0, KEPT);
    return found.value;
  };
}

const treeOf = kept((text = "") => parseTree(text, [], { allowTrailingComma: true }));

/** The text as a value; undefined if it is no JSON. */
export const jsoncIn = kept((text = ""): Json | undefined => {
  const tree = treeOf(text);
  return tree === undefined ? undefined : (getNodeValue(tree) as Json);
});

const nodeAt = (text: string, path: EntryPath) => {
  const tree = treeOf(text);
  return tree === undefined ? undefined : findNodeAtLocation(tree, path);
};

function jsonEntry(text: string, path: EntryPath): JsonObject | null {
  const entry = valueAt(jsoncIn(text), path);
  return isJsonObject(entry) ? entry : null;
}

export const valueAt = (root: Json | undefined, path: EntryPath): Json | undefined =>
  path.reduce(
    (at, step) =>
      Array.isArray(at) ? at[Number(step)] : isJsonObject(at) ? at[String(step)] : undefined,
    root,
  );

function tomlEntry(text: string, [table = "", name = ""]: EntryPath): JsonObject | null {
  const read = tomlOf(text);
  const listed = read.ok ? read.value[String(table)] : undefined;
  const entry = isJsonObject(listed) ? listed[String(name)] : undefined;
  return isJsonObject(entry) ? entry : null;
}

function withTomlEntry(text: string, [table = "", name = ""]: EntryPath, entry: unknown): string {
  const whole: unknown = parseToml(text);
  if (!isJsonObject(whole)) return text;
  const listed = whole[String(table)];
  if (!isJsonObject(listed)) return text;
  return patchToml(text, { ...whole, [String(table)]: { ...listed, [String(name)]: entry } });
}

/** The text with the fields of an entry changed where they differ. Only bytes of the entry change. */
function withJsonEntry(
  text: string,
  path: EntryPath,
  entry: JsonObject,
  wanted: JsonObject,
): string {
  const node = nodeAt(text, path);
  if (node === undefined) return text;
  const [from, to] = [node.offset, node.offset + node.length];
  const isOneLine = !/[\r\n]/.test(text.slice(from, to));
  const [before = "", after = ""] = [
    /[^\r\n]*$/.exec(text.slice(0, from)),
    /^[^\r\n]*/.exec(text.slice(to)),
  ].map((found) => found?.[0] ?? "");
  // In a line that it shares with other text, an entry stays in its line.
  const isAlone = /^\s*("(?:[^"\\]|\\.)*"\s*:\s*)?$/.test(before) && /^[\s,]*$/.test(after);
  const formattingOptions = isOneLine && !isAlone ? undefined : indentOf(text);
  const names = new Set([...Object.keys(entry), ...Object.keys(wanted)]);
  let changed = text.slice(from, to);
  for (const name of names) {
    if (sameJson(entry[name], wanted[name])) continue;
    const options = formattingOptions === undefined ? {} : { formattingOptions };
    changed = applyEdits(changed, modify(changed, [name], wanted[name], options));
  }
  const indent = /^\s*/.exec(before)?.[0] ?? "";
  const placed = isOneLine ? changed.replaceAll(/\r?\n/g, (end) => end + indent) : changed;
  return text.slice(0, from) + placed + text.slice(to);
}

/** How the file indents, by its first indented line. */
export function indentOf(text: string): { tabSize: number; insertSpaces: boolean; eol: string } {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ";
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  return {
    tabSize: indent.startsWith("\t") ? 1 : indent.length,
    insertSpaces: !indent.startsWith("\t"),
    eol,
  };
}
