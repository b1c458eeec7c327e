// What a person confirms before a local command is started, and how a server is shown: secrets masked.
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

const MASK = "•••";
const SECRET_NAME = /key|token|secret|password|passwd|auth|credential|signature/i;

/** The command line or address as a person reads it; what an address keeps secret is masked. */
export function whereOf(endpoint: Endpoint<unknown>): string {
  switch (endpoint.kind) {
    case "stdio":
      return [endpoint.command, ...endpoint.args].map(quoted).join(" ");
    case "http":
    case "sse":
      return maskedAddress(endpoint.url);
    case "demo":
      return "countersign-demo";
  }
}

const quoted = (word: string): string =>
  /^[\w@%+=:,./\\~-]+$/.test(word) ? word : JSON.stringify(word);

function maskedAddress(address: string): string {
  const url = new URL(address);
  if (url.password !== "") url.password = MASK;
  for (const name of [...url.searchParams.keys()]) {
    if (SECRET_NAME.test(name)) url.searchParams.set(name, MASK);
  }
  return url.href.replaceAll(encodeURIComponent(MASK), MASK);
}
