// Single messages between a host of 2026-07-28 and a server of an earlier version, as the other side writes them. Fields
// that are not named here keep their bytes.
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import { isJsonObject } from "#shared/json.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import { CAPABILITIES_META, CLIENT_META, VERSION_META } from "../declaredByDesk.ts";
import { withField } from "../splice.ts";

/** The version of hosts without `initialize`. */
export const MODERN_VERSION = "2026-07-28";
/** What the desk asks of an older server; the server may choose an earlier one. */
const OLDER_VERSION = "2025-11-25";
/** 2026-07-28, server/utilities/logging. */
export const LOG_LEVEL_META = "io.modelcontextprotocol/logLevel";
/** 2026-07-28, basic/patterns/subscriptions. */
export const SUBSCRIPTION_META = "io.modelcontextprotocol/subscriptionId";
const SERVER_META = "io.modelcontextprotocol/serverInfo";

/** 2026-07-28, schema.ts, "MCP error codes". */
export const UNSUPPORTED_VERSION = -32022;
/** HeaderMismatch, MissingRequiredClientCapability, UnsupportedProtocolVersion: a server of 2026-07-28 wrote it. */
const MODERN_ERRORS: ReadonlySet<number> = new Set([-32020, -32021, UNSUPPORTED_VERSION]);
export const isModernError = (code: number): boolean => MODERN_ERRORS.has(code);

/** Fields of `_meta` that a server of an earlier version does not know. */
const MODERN_META: ReadonlySet<string> = new Set([
  VERSION_META,
  CLIENT_META,
  CAPABILITIES_META,
  LOG_LEVEL_META,
]);

/** 2026-07-28, server/utilities/caching, "Cacheable Results". */
const CACHEABLE: ReadonlySet<string> = new Set([
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
]);
/** An older server promises nothing of how long a result stays true. */
const UNCACHED = { ttlMs: 0, cacheScope: "private" };

/** Error of 2025-11-25 and earlier for an unknown resource, and its code since. */
const RESOURCE_NOT_FOUND = -32002;
const INVALID_PARAMS = -32602;

export const metaOf = (params: Json | undefined): JsonObject => {
  const meta = isJsonObject(params) ? params["_meta"] : undefined;
  return isJsonObject(meta) ? meta : {};
};

/** A host's request as an older server reads it. */
export function olderRequest(
  text: string,
  params: Json | undefined,
): { text: string; params: Json | undefined } {
  if (!isJsonObject(params) || !isJsonObject(params["_meta"])) return { text, params };
  const { _meta: meta, ...others } = params;
  const kept = Object.entries(meta as JsonObject).filter(([name]) => !MODERN_META.has(name));
  const left = kept.length === 0 ? undefined : Object.fromEntries(kept);
  return {
    text: withField(text, ["params", "_meta"], left),
    params: left === undefined ? others : { ...others, _meta: left },
  };
}

/** A server's response to `method` as a host of 2026-07-28 reads it. */
export function modernResponse(text: string, method: string | undefined): string {
  const tree = parseTree(text);
  const result = tree === undefined ? undefined : findNodeAtLocation(tree, ["result"]);
  if (tree === undefined || result?.type !== "object") {
    const code = tree === undefined ? undefined : findNodeAtLocation(tree, ["error", "code"]);
    const isMissing = code?.value === RESOURCE_NOT_FOUND && method === "resources/read";
    return isMissing ? withField(text, ["error", "code"], INVALID_PARAMS) : text;
  }
  const required: JsonObject = {
    resultType: "complete",
    ...(CACHEABLE.has(method ?? "") ? UNCACHED : {}),
  };
  const given = new Set(result.children?.map(({ children }) => String(children?.[0]?.value)));
  const missing = Object.entries(required).filter(([name]) => !given.has(name));
  const end = result.offset + result.length - 1;
  const fields = missing.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  const first = given.size === 0 || fields.length === 0 ? "" : ",";
  const whole = text.slice(0, end) + first + fields.join(",") + text.slice(end);
  // In an earlier version the field means nothing.
  return given.has("resultType") ? withField(whole, ["result", "resultType"], "complete") : whole;
}

/** For the handshake with an older server, in the name of the host whose request this is. */
export function initializeParams(params: Json | undefined): JsonObject {
  const { [CLIENT_META]: client, [CAPABILITIES_META]: declared } = metaOf(params);
  const { tasks: _tasks, ...capabilities } = isJsonObject(declared) ? declared : {};
  return {
    protocolVersion: OLDER_VERSION,
    capabilities: { ...capabilities, roots: {} },
    clientInfo: isJsonObject(client) ? client : { name: "unknown", version: "0" },
  };
}

/** `DiscoverResult` of a server that knows only `initialize`. */
export function discoverResult(initialized: JsonObject): JsonObject {
  const { capabilities, serverInfo, instructions } = initialized;
  // Tasks of 2025-11-25 are an extension since, with other messages.
  const { tasks: _tasks, ...others } = isJsonObject(capabilities) ? capabilities : {};
  return {
    resultType: "complete",
    supportedVersions: [MODERN_VERSION],
    capabilities: others,
    ...(typeof instructions === "string" ? { instructions } : {}),
    ...(isJsonObject(serverInfo) ? { _meta: { [SERVER_META]: serverInfo } } : {}),
    ...UNCACHED,
  };
}
