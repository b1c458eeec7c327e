// Hashes of what the user confirms before a command is started or an address reached, and what a rule is bound to.
import type { Json } from "#shared/json.ts";
import { maskedAddress, maskedArguments, maskedText } from "#shared/servers/config/masking.ts";
import type { Endpoint } from "#shared/servers/server.ts";
import type { Hasher } from "../core/ports.ts";
import type { ResolvedValue } from "../servicePorts.ts";

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
