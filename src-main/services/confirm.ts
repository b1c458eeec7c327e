// What a person confirms before a local command is started.
import type { Endpoint } from "../../src-shared/servers/server.ts";
import type { Hasher } from "../desk/ports.ts";
import type { ResolvedValue } from "./ports.ts";

type Stdio = Extract<Endpoint<ResolvedValue>, { kind: "stdio" }>;

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
