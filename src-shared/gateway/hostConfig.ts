// Reads the servers in a host's config file, and replaces an entry by one that starts the relay. Every other byte of
// the file stays, comments included, in JSON as in TOML (Codex).
import {
  parse as parseToml,
  patch as patchToml,
  stringify as stringifyToml,
} from "@decimalturn/toml-patch";
import { applyEdits, findNodeAtLocation, getNodeValue, modify, parseTree } from "jsonc-parser";
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
  /** Variables of the entry that stay in it: the host fills them in for the relay. */
  keeps?: readonly string[];
}

/** The address at which a host reaches the server over Streamable HTTP instead. */
export interface HttpAddress {
  url: string;
  headers: Record<string, string>;
}

/** The environment variable in which the relay finds its token. */
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
    else {
      const forwarded = isJsonObject(value) ? namesIn(value["env_vars"]) : [];
      config.inputs.push({ ...server.value, name, path: ["mcp_servers", name], forwarded });
    }
  }
  return ok(config);
}

const namesIn = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];

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

/** The file with the entry at `path` replaced. Null if there is no such entry, or the host does not support HTTP. */
export function wrappedText(
  file: string,
  text: string,
  path: EntryPath,
  way: RelayCommand | HttpAddress,
): string | null {
  if (isToml(file)) {
    const entry = tomlEntry(text, path);
    if (entry === null) return null;
    const changes = changesFor(file, entry, way);
    return withTomlEntry(text, path, withChanges(entry, changes));
  }
  const node = nodeAt(text, path);
  if (node?.type !== "object") return null;
  const entry: unknown = getNodeValue(node);
  if (!isJsonObject(entry)) return null;
  if ("url" in way && file.endsWith("claude_desktop_config.json")) return null;
  const formattingOptions = indentOf(text);
  return Object.entries(changesFor(file, entry, way)).reduce(
    (next, [name, value]) =>
      applyEdits(next, modify(next, [...path, name], value, { formattingOptions })),
    text,
  );
}

type Changes = Record<string, Json | undefined>;

const withChanges = (entry: JsonObject, changes: Changes): JsonObject =>
  Object.fromEntries(
    Object.entries({ ...entry, ...changes }).filter(
      (field): field is [string, Json] => field[1] !== undefined,
    ),
  );

const isOpencodeEntry = (entry: JsonObject): boolean =>
  Array.isArray(entry["command"]) || ["local", "remote"].includes(String(entry["type"]));
/** Gemini CLI or Qwen Code. */
const isGeminiFile = (file: string): boolean =>
  /[\\/]\.(gemini|qwen)[\\/]settings\.json$/.test(file);

/** What changes in an entry: fields to set, and those of the other transport to remove (undefined). */
function changesFor(file: string, entry: JsonObject, way: RelayCommand | HttpAddress): Changes {
  const isOpencode = isOpencodeEntry(entry);
  const isGemini = isGeminiFile(file);
  const here = (names: string[]): Changes =>
    Object.fromEntries(names.filter((name) => name in entry).map((name) => [name, undefined]));
  const limits = limitsFor(entry, { isToml: isToml(file), inMs: isOpencode || isGemini });
  if ("url" in way) {
    const { url, headers } = way;
    return {
      ...here([...COMMAND_FIELDS, ...ADDRESS_FIELDS]),
      ...(isToml(file)
        ? { url, http_headers: headers }
        : isOpencode
          ? { type: "remote", url, headers }
          : isGemini
            ? { httpUrl: url, headers }
            : /[\\/]windsurf[\\/]/.test(file)
              ? { serverUrl: url, headers }
              : { type: "http", url, headers }),
      ...limits,
    };
  }
  const { command, args, env, keeps = [] } = way;
  const variables = "environment" in entry || isOpencode ? "environment" : "env";
  const given = entry[variables];
  const kept = Object.entries(isJsonObject(given) ? given : {}).filter(([name]) =>
    keeps.includes(name),
  );
  return {
    ...here(ADDRESS_FIELDS),
    ...("type" in entry ? { type: isOpencode ? "local" : "stdio" } : {}),
    ...(isOpencode ? { command: [command, ...args] } : { command, args }),
    [variables]: { ...env, ...Object.fromEntries(kept) },
    ...limits,
  };
}

const COMMAND_FIELDS = ["command", "args", "env", "environment", "cwd"];
const ADDRESS_FIELDS = ["url", "httpUrl", "serverUrl", "headers", "http_headers"];

/** The host's own timeout for a call, raised if its config has such a setting. */
function limitsFor(entry: JsonObject, host: { isToml: boolean; inMs: boolean }): Changes {
  const atLeast = (name: string, least: number): Changes => {
    const given = entry[name];
    return { [name]: Math.max(least, typeof given === "number" ? given : 0) };
  };
  if (host.isToml) return atLeast("tool_timeout_sec", CALL_SECONDS);
  // opencode, Gemini CLI and Qwen Code: milliseconds.
  return host.inMs ? atLeast("timeout", CALL_SECONDS * 1000) : {};
}

/** The host's own timeout for a call in milliseconds, as its config has it; undefined if it has none, or none that counts. */
export function callLimitIn(file: string, text: string, path: EntryPath): number | undefined {
  const entry = isToml(file) ? tomlEntry(text, path) : jsonEntry(text, path);
  if (entry === null) return undefined;
  const inMs = isOpencodeEntry(entry) || isGeminiFile(file);
  const given = isToml(file) ? entry["tool_timeout_sec"] : inMs ? entry["timeout"] : undefined;
  if (typeof given !== "number" || given <= 0) return undefined;
  return isToml(file) ? given * 1000 : given;
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

function jsonEntry(text: string, path: EntryPath): JsonObject | null {
  const node = nodeAt(text, path);
  const entry: unknown = node === undefined ? null : getNodeValue(node);
  return isJsonObject(entry) ? entry : null;
}

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

/** How the file indents, by its first indented line. */
function indentOf(text: string): { tabSize: number; insertSpaces: boolean; eol: string } {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ";
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  return {
    tabSize: indent.startsWith("\t") ? 1 : indent.length,
    insertSpaces: !indent.startsWith("\t"),
    eol,
  };
}
