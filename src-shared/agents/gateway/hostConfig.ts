// Reads the servers in a host's config file, and replaces an entry by one that starts the relay.
import { isJsonObject } from "../../json.ts";
import type { Json, JsonObject } from "../../json.ts";
import { fail, ok } from "../../outcome.ts";
import type { ConfigFailure, Outcome } from "../../outcome.ts";
import { parseConfig } from "../../servers/config/importConfig.ts";
import type { ImportedConfig } from "../../servers/config/importConfig.ts";
import {
  ADDRESS_KEYS,
  isTransportKey,
  namesCommand,
  readServer,
} from "../../servers/config/readServer.ts";
import { sameJson } from "../../request/document/change.ts";
import { entryAt, isToml, jsoncIn, kept, tomlOf, valueAt, withEntry } from "./hostEntryText.ts";
import type { EntryPath } from "./hostEntryText.ts";
import { headerVariable } from "./hostFilled.ts";
import { COMMON, formatOf, isRead } from "./hostFormats.ts";
import type { HostFormat } from "./hostFormats.ts";

/** The command that a host runs instead of the server. */
export interface RelayCommand {
  command: string;
  args: string[];
  env: Record<string, string>;
  /** Variables that the host fills in for the relay: those of the entry, and of its headers (`headerVariable`). */
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

/** The servers in a host's config file. Codex uses `mcp_servers`. */
export const hostServers: (file: string, text: string) => Outcome<ImportedConfig, ConfigFailure> =
  kept((file = "", text = "") => readServers(file, text));

function readServers(file: string, text: string): Outcome<ImportedConfig, ConfigFailure> {
  const format = formatOf(file);
  if (!isToml(file)) {
    const parsed = parseConfig(text);
    if (!parsed.ok) return parsed;
    const root = jsoncIn(text);
    const inputs = parsed.value.inputs.map((server) => ({
      ...server,
      isForeign: !isWritable(format, server.path, valueAt(root, server.path)),
    }));
    return ok({ ...parsed.value, inputs });
  }
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
      const path = ["mcp_servers", name];
      const isForeign = !isWritable(format, path, value ?? null);
      config.inputs.push({ ...server.value, name, path, forwarded, isForeign });
    }
  }
  return ok(config);
}

/**
 * Whether it is known how the host reads the entry. If nobody knows the host, only a command in the usual form is sure;
 * and which of a command and an address a host prefers is nowhere.
 */
function isWritable(format: HostFormat, path: EntryPath, entry: Json | undefined): boolean {
  if (!isRead(format, path) || !isJsonObject(entry)) return false;
  const isCommand = entry["command"] !== undefined;
  const isAddress = ADDRESS_KEYS.some((name) => entry[name] !== undefined);
  if (isCommand && isAddress) return false;
  if (isCommand && format.command === "list") return Array.isArray(entry["command"]);
  return isCommand ? typeof entry["command"] === "string" : format !== COMMON;
}

const namesIn = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];

/** Codex uses `http_headers`. */
const withHttpHeaders = (value: Json): Json =>
  isJsonObject(value) && isJsonObject(value["http_headers"])
    ? { ...value, headers: value["http_headers"] }
    : value;

/**
 * The file with the entry at `path` replaced, and no other byte changed. Null if there is no such entry, or the host
 * would not read it like this.
 */
export function wrappedText(
  file: string,
  text: string,
  path: EntryPath,
  way: RelayCommand | HttpAddress,
): string | null {
  const format = formatOf(file);
  const entry = entryAt(file, text, path);
  if (entry === null || !isWritable(format, path, entry)) return null;
  const changes =
    "url" in way ? addressChanges(format, entry, way) : commandChanges(format, entry, way);
  if (changes === null) return null;
  const wanted = withChanges(entry, { ...changes, ...raisedLimit(format, entry) });
  const next = withEntry(file, text, { path, entry, wanted });
  // A field that stands twice would be read in its old form.
  return sameJson(entryAt(file, next, path) ?? undefined, wanted) ? next : null;
}

type Changes = Record<string, Json | undefined>;

const withChanges = (entry: JsonObject, changes: Changes): JsonObject =>
  Object.fromEntries(
    Object.entries({ ...entry, ...changes }).filter(
      (field): field is [string, Json] => field[1] !== undefined,
    ),
  );

/** Fields of a command and of an address, in any host's spelling. A host may refuse an entry that has both. */
const COMMAND_FIELDS = ["command", "args", "env", "environment", "cwd", "env_vars"];
const ADDRESS_FIELDS = [
  "url",
  "httpUrl",
  "serverUrl",
  "headers",
  "http_headers",
  "oauth",
  "oauth_resource",
  "scopes",
];
const without = (fields: readonly string[]): Changes =>
  Object.fromEntries(fields.map((name) => [name, undefined]));

/** The changes to start the relay. */
function commandChanges(
  format: HostFormat,
  entry: JsonObject,
  { command, args, env, keeps = [] }: RelayCommand,
): Changes {
  const [given, headers] = [entry[format.variables], entry[format.address?.headers ?? ""]];
  const kept = [
    ...Object.entries(isJsonObject(given) ? given : {}),
    ...Object.entries(isJsonObject(headers) ? headers : {}).map(
      ([name, value]) => [headerVariable(name), value] as const,
    ),
  ].filter(([name]) => keeps.includes(name));
  return {
    ...without([...ADDRESS_FIELDS, ...transportKeys(entry)]),
    type: namesCommand(entry["type"]) ? entry["type"] : typeOfCommand(format, entry),
    ...(format.command === "list"
      ? { command: [command, ...args], args: undefined }
      : { command, args }),
    [format.variables]: { ...env, ...Object.fromEntries(kept) },
  };
}

/** Fields that name the transport, beside `type`: what is written there no longer holds. */
const transportKeys = (entry: JsonObject): string[] =>
  Object.keys(entry).filter((name) => isTransportKey(name) && name !== "type");

const typeOfCommand = ({ types }: HostFormat, entry: JsonObject): string | undefined =>
  types.command !== null && (types.isNeeded === true || "type" in entry)
    ? types.command
    : undefined;

/** The changes to reach the address; null if the host can't. */
function addressChanges(
  { types, address }: HostFormat,
  entry: JsonObject,
  way: HttpAddress,
): Changes | null {
  if (address === null) return null;
  return {
    ...without([...COMMAND_FIELDS, ...ADDRESS_FIELDS, ...transportKeys(entry)]),
    type: types.http ?? undefined,
    [address.url]: way.url,
    [address.headers]: way.headers,
  };
}

/** The host's own limit for a call, raised to give the user time to decide. */
function raisedLimit({ limit }: HostFormat, entry: JsonObject): Changes {
  if (limit === null) return {};
  const given = entry[limit.field];
  if (given === undefined && limit.isEndless === true) return {};
  const least = (CALL_SECONDS * 1000) / limit.unitMs;
  return { [limit.field]: Math.max(least, typeof given === "number" ? given : 0) };
}

/** The host's own limit for a call in milliseconds, as its config has it; undefined if it has none, or none that counts. */
export function callLimitIn(file: string, text: string, path: EntryPath): number | undefined {
  const { limit } = formatOf(file);
  const given = limit === null ? undefined : entryAt(file, text, path)?.[limit.field];
  return limit !== null && typeof given === "number" && given > 0
    ? given * limit.unitMs
    : undefined;
}
