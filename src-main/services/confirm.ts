// What a person confirms before a local command is started, and how a server is shown: secrets masked.
import type { Endpoint } from "../../src-shared/servers/server.ts";
import { isSecretHeader } from "../../src-shared/servers/secretNames.ts";
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

/**
 * The command line or address as it is shown beside requests and kept in the record: what its names give
 * away as secret is masked. (What is confirmed before a start is shown in full.)
 */
export function whereOf(endpoint: Endpoint<unknown>): string {
  switch (endpoint.kind) {
    case "stdio":
      return [endpoint.command, ...maskedArguments(endpoint.args)].map(quoted).join(" ");
    case "http":
    case "sse":
      return maskedAddress(endpoint.url);
    case "demo":
      return "countersign-demo";
  }
}

/** `--api-key abc`, `--api-key=abc`, `API_KEY=abc`, `Authorization: abc`: the value is not shown. */
export function maskedArguments(args: readonly string[]): string[] {
  const namesSecret = (word: string | undefined): boolean =>
    word !== undefined &&
    /^--?[a-z]/i.test(word) &&
    isSecretHeader(word.replace(/^-+/, "").replaceAll("-", "_"));
  return args.map((word, index) => {
    const [begin, name] = /^-{0,2}([\w.-]+)[=:](?=.)/.exec(word) ?? [];
    if (name !== undefined && isSecretHeader(name)) return `${begin}${MASK}`;
    return namesSecret(args[index - 1]) && !word.startsWith("-") ? MASK : word;
  });
}

const quoted = (word: string): string =>
  /^[\w@%+=:,./\\~•-]+$/.test(word) ? word : JSON.stringify(word);

function maskedAddress(address: string): string {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    // What of it is secret nobody can say.
    return MASK;
  }
  if (url.password !== "") url.password = MASK;
  else if (url.username !== "") url.username = MASK;
  for (const name of [...url.searchParams.keys()]) {
    if (isSecretHeader(name)) url.searchParams.set(name, MASK);
  }
  return url.href.replaceAll(encodeURIComponent(MASK), MASK);
}
