// What the user confirms before a command is started or an address reached, and what a rule is bound to of it.
import type { Json } from "../../../src-shared/json.ts";
import {
  maskedAddress,
  maskedArguments,
  maskedText,
} from "../../../src-shared/servers/config/masking.ts";
import type { Endpoint } from "../../../src-shared/servers/server.ts";
import type { Hasher } from "../../desk/ports.ts";
import type { ResolvedValue } from "../ports.ts";

type Stdio = Extract<Endpoint<ResolvedValue>, { kind: "stdio" }>;
type Reached = Extract<Endpoint<ResolvedValue>, { url: string }>;

/** SHA-256 over all that would be started: command, arguments, folder, every name and value. */
export function commandHash(endpoint: Stdio, hasher: Hasher): string {
  const { command, args, cwd, env } = endpoint;
  return hasher.hash({
    command,
    args,
    cwd,
    env: env.map(({ name, value }) => [name, value]),
  });
}

/** The same over all that would be reached: the address, and what is sent with it but for values that are secret. */
export function addressHash(endpoint: Reached, hasher: Hasher): string {
  const { kind, url, headers } = endpoint;
  const sent = headers.map(({ name, secret, value }) => [name, secret ? null : value]);
  return hasher.hash({ kind, url, headers: sent });
}

/**
 * What a server is by its words, for a rule that is bound to it: nothing secret, nothing that an update of its program
 * changes. What else would be started or sent is confirmed with the hashes above.
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
