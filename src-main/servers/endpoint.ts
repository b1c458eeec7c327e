// How a server is started or reached: its values, what identifies it, and hashes of what the user confirms.
import type { Json } from "#shared/json.ts";
import { maskedAddress, maskedArguments, maskedText } from "#shared/servers/config/masking.ts";
import type { NamedValueInput } from "#shared/servers/config/input.ts";
import type { Endpoint } from "#shared/servers/server.ts";
import { providedByHost } from "#shared/servers/server.ts";
import type { Hasher } from "../core/ports.ts";

/** A value with its secret filled in. Stays in main, and is only passed to a process's environment or a header. */
export interface ResolvedValue {
  name: string;
  value: string;
  secret: boolean;
}

/** The origin of an address that cannot be parsed. It matches no secret, so none is sent. */
export const NOWHERE = "";

/** The origin that secrets of an endpoint may be sent to; undefined if they stay on this machine. */
export function originOf(endpoint: Endpoint<unknown>): string | undefined {
  return "url" in endpoint ? originAt(endpoint.url) : undefined;
}

/** `servers.json` may contain any text as an address. */
function originAt(address: string): string {
  try {
    const { protocol, origin } = new URL(address);
    return protocol === "http:" || protocol === "https:" ? origin : NOWHERE;
  } catch {
    return NOWHERE;
  }
}

/**
 * Whether secrets may be kept. A secret is never sent anywhere but to the place it was entered for: an address keeps
 * its secrets within its origin. A changed command keeps them, since it has to be confirmed again.
 */
export function samePlace(before: Endpoint<unknown>, after: Endpoint<unknown>): boolean {
  if ("url" in before && "url" in after) {
    const origin = originOf(before);
    return origin !== NOWHERE && origin === originOf(after);
  }
  return before.kind === after.kind;
}

/** The name in `Secrets` of a server's environment variable or header. */
export function secretName(
  serverId: string,
  kind: Endpoint<unknown>["kind"],
  name: string,
): string {
  return `server:${serverId}:${kind === "stdio" ? "env" : "header"}:${name}`;
}

/** The endpoint with every named value mapped. */
export function mapValues<A, B>(endpoint: Endpoint<A>, map: (value: A) => B): Endpoint<B> {
  switch (endpoint.kind) {
    case "stdio":
      return { ...endpoint, env: endpoint.env.map(map) };
    case "http":
    case "sse":
      return { ...endpoint, headers: endpoint.headers.map(map) };
    case "demo":
      return endpoint;
  }
}

/** The environment variables or headers of an endpoint. */
export function valuesOf<V>(endpoint: Endpoint<V>): V[] {
  switch (endpoint.kind) {
    case "stdio":
      return endpoint.env;
    case "http":
    case "sse":
      return endpoint.headers;
    case "demo":
      return [];
  }
}

/** The command, arguments and folder, or the address, without any value. */
export function commandKey(endpoint: Endpoint<unknown>): string {
  switch (endpoint.kind) {
    case "stdio":
      return JSON.stringify(["stdio", endpoint.command, endpoint.args, endpoint.cwd]);
    case "http":
    case "sse":
      return JSON.stringify([endpoint.kind, endpoint.url]);
    case "demo":
      return '["demo"]';
  }
}

/**
 * Equal for the same server: the same command, arguments, folder and environment, or the same address and headers,
 * values included. Contains secrets: only to be compared. A value that was lost is not the same as none: it may be
 * entered again.
 */
export function endpointKey(endpoint: Endpoint<NamedValueInput>): string {
  const nameOf = (name: string) => (endpoint.kind === "stdio" ? name : name.toLowerCase());
  const values = valuesOf(endpoint).map(({ name, value }) => JSON.stringify([nameOf(name), value]));
  const fromHost = providedByHost(endpoint).map(nameOf).toSorted();
  return JSON.stringify([commandKey(endpoint), values.toSorted(), fromHost]);
}

type Stdio = Extract<Endpoint<ResolvedValue>, { kind: "stdio" }>;
type Reached = Extract<Endpoint<ResolvedValue>, { url: string }>;

/**
 * SHA-256 over everything that would be started: command, arguments, folder and environment; of variables of the host,
 * the names.
 */
export function commandHash(endpoint: Stdio, hasher: Hasher): string {
  const { command, args, cwd, env, hostEnv = [] } = endpoint;
  return hasher.hash({
    command,
    args,
    cwd,
    env: env.map(({ name, value }) => [name, value]),
    ...(hostEnv.length === 0 ? {} : { hostEnv }),
  });
}

/**
 * SHA-256 over everything that would be reached: the address and the headers, without the values of secret ones; of
 * headers of the host, the names.
 */
export function addressHash(endpoint: Reached, hasher: Hasher): string {
  const { kind, url, headers, hostHeaders = [] } = endpoint;
  const sent = headers.map(({ name, secret, value }) => [name, secret ? null : value]);
  return hasher.hash({
    kind,
    url,
    headers: sent,
    ...(hostHeaders.length === 0 ? {} : { hostHeaders }),
  });
}

/**
 * A server's identity for rules bound to it: it contains no secrets, and does not change when the program is updated.
 * Everything else is covered by the hashes above.
 */
export function identityOf(endpoint: Endpoint<unknown>): Record<string, Json> {
  const { kind } = endpoint;
  if (kind === "demo") return { kind };
  if (kind !== "stdio") {
    const { origin, pathname } = new URL(endpoint.url);
    return { kind, address: maskedAddress(`${origin}${pathname}`) };
  }
  const { command, args, cwd } = endpoint;
  return { kind, command: maskedText(command), args: maskedArguments(args), cwd };
}
