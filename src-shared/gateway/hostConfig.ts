// Reads the servers in a host's config file and rewrites entries to start the relay. In JSON and TOML (Codex),
// comments and everything outside the entry are preserved.
import {
  parse as parseToml,
  patch as patchToml,
  stringify as stringifyToml,
} from "@decimalturn/toml-patch";
import { applyEdits, findNodeAtLocation, modify, parseTree } from "jsonc-parser";
import { isJsonObject } from "../json.ts";
import type { Json, JsonObject } from "../json.ts";
import { fail, ok } from "../outcome.ts";
import type { ConfigFailure, Outcome } from "../outcome.ts";
import { parseConfig } from "../servers/config/importConfig.ts";
import type { ImportedConfig } from "../servers/config/importConfig.ts";
import { readServer } from "../servers/config/readServer.ts";

export type EntryPath = (string | number)[];

/** The command that a host runs instead of the server. */
export interface RelayCommand {
  command: string;
  args: string[];
  env: Record<string, string>;
}

/** Environment variable with the relay's token. */
export const TOKEN_VARIABLE = "COUNTERSIGN_TOKEN";

/** Timeout for calls of a wrapped server, in hosts whose config has one: the user needs time to decide. */
const CALL_SECONDS = 3600;

const isToml = (file: string): boolean => file.toLowerCase().endsWith(".toml");

/** The servers in a host's config file. Codex uses `mcp_servers`. */
export function hostServers(file: string, text: string): Outcome<ImportedConfig, ConfigFailure> {
  if (!isToml(file)) return parseConfig(text);
  const read = tomlOf(text);
  if (!read.ok) return read;
  const listed = read.value["mcp_servers"];
  if (!isJsonObject(listed)) return fail({ kind: "config-no-servers" });
  const config: ImportedConfig = { inputs: [], faults: [] };
  for (const [name, value] of Object.entries(listed)) {
    const server = readServer(name, withHttpHeaders(value ?? null), null);
    if (!server.ok) config.faults.push(server.failure);
    else config.inputs.push({ ...server.value, name, path: ["mcp_servers", name] });
  }
  return ok(config);
}

/** Codex uses `http_headers`. */
const withHttpHeaders = (value: Json): Json =>
  isJsonObject(value) && isJsonObject(value["http_headers"])
    ? { ...value, headers: value["http_headers"] }
    : value;

function tomlOf(text: string): Outcome<JsonObject, ConfigFailure> {
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

/** The file with the entry at `path` wrapped; null if there is no such entry. */
export function wrappedText(
  file: string,
  text: string,
  path: EntryPath,
  relay: RelayCommand,
): string | null {
  if (isToml(file)) {
    const entry = tomlEntry(text, path);
    if (entry === null) return null;
    return withTomlEntry(text, path, {
      ...entry,
      ...relay,
      tool_timeout_sec: Math.max(CALL_SECONDS, secondsIn(entry["tool_timeout_sec"])),
    });
  }
  const tree = parseTree(text);
  const node = tree && findNodeAtLocation(tree, path);
  if (node?.type !== "object") return null;
  const has = (name: string) => findNodeAtLocation(node, [name]);
  const formattingOptions = indentOf(text);
  let next = text;
  const set = (name: string, value: unknown): void => {
    next = applyEdits(next, modify(next, [...path, name], value, { formattingOptions }));
  };
  const isList = has("command")?.type === "array";
  set("command", isList ? [relay.command, ...relay.args] : relay.command);
  if (!isList) set("args", relay.args);
  const variables = has("environment") !== undefined || isList ? "environment" : "env";
  set(variables, relay.env);
  // opencode, Gemini CLI and Qwen Code have a timeout in milliseconds.
  const hasLimit = isList || /[\\/]\.(gemini|qwen)[\\/]settings\.json$/.test(file);
  if (hasLimit) {
    const given: unknown = has("timeout")?.value;
    set("timeout", Math.max(CALL_SECONDS * 1000, typeof given === "number" ? given : 0));
  }
  return next;
}

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

const nodeAt = (text: string, path: EntryPath) => {
  const tree = parseTree(text);
  return tree === undefined ? undefined : findNodeAtLocation(tree, path);
};

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

const secondsIn = (value: Json | undefined): number => (typeof value === "number" ? value : 0);

/** The file's indentation, from its first indented line. */
function indentOf(text: string): { tabSize: number; insertSpaces: boolean; eol: string } {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ";
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  return {
    tabSize: indent.startsWith("\t") ? 1 : indent.length,
    insertSpaces: !indent.startsWith("\t"),
    eol,
  };
}
