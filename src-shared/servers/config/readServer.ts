// Reads one server entry of another program's config. Fields that cannot be imported are reported.
import type { Json, JsonObject } from "../../json.ts";
import { isJsonObject } from "../../json.ts";
import type { ConfigFailure, Outcome } from "../../outcome.ts";
import { fail, ok } from "../../outcome.ts";
import { serverInputSchema } from "./input.ts";
import { isSecretHeader, isSecretVariable } from "./secretNames.ts";
import type { NamedValueInput, ServerInput } from "../server.ts";

export interface ReadServer {
  input: ServerInput;
  /** `${env:X}`, `${input:x}`, `${VAR}` …: kept as they are, though the other program would substitute them. */
  placeholders: string[];
  /** Fields that Countersign does not support and ignores, such as `envFile` or `disabled`. */
  ignored: string[];
}

type Fault = Extract<ConfigFailure, { kind: "config-bad-server" }>;
/** An error at a path in the server entry. */
class Wrong {
  readonly path: string;
  readonly detail: string;
  constructor(path: string, detail: string) {
    this.path = path;
    this.detail = detail;
  }
}

const TAKEN: ReadonlySet<string> = new Set([
  ...["name", "type", "transport", "command", "args", "cwd", "env", "environment"],
  "countersign",
  ...["url", "serverUrl", "httpUrl", "headers"],
]);

/** Reads a server entry, or says why it is invalid. `folder` is the default working directory of a local command. */
export function readServer(
  name: string,
  value: unknown,
  folder: string | null,
): Outcome<ReadServer, Fault> {
  const bad = (wrong: Wrong): Outcome<ReadServer, Fault> =>
    fail({ kind: "config-bad-server", server: name, path: wrong.path, detail: wrong.detail });
  if (!isJsonObject(value)) return bad(new Wrong("", "not an object"));
  const endpoint = readEndpoint(value, folder);
  if (endpoint instanceof Wrong) return bad(endpoint);
  const input = serverInputSchema.safeParse({
    name: name.trim() === "" ? nameFor(endpoint) : name,
    endpoint,
    era: "auto",
    ...(value["countersign"] === undefined ? {} : { policy: value["countersign"] }),
  });
  if (!input.success) {
    const issue = input.error.issues[0];
    const path = issue?.path.filter((step) => step !== "endpoint").join(".") ?? "";
    return bad(new Wrong(path, issue?.message ?? ""));
  }
  return ok({
    input: input.data,
    placeholders: placeholdersIn(endpoint),
    ignored: Object.keys(value).filter((key) => !TAKEN.has(key)),
  });
}

function readEndpoint(server: JsonObject, folder: string | null): ServerInput["endpoint"] | Wrong {
  const transport = transportOf(server);
  if (transport instanceof Wrong) return transport;
  if (transport === "stdio") return readCommand(server, folder);
  const [key, url] = addressOf(server) ?? ["url", undefined];
  if (typeof url !== "string") return new Wrong(key, wordFor(url));
  const headers = readNamed(server["headers"], "headers", isSecretHeader);
  if (headers instanceof Wrong) return headers;
  const kind = transport === "guess" ? guessed(key, url) : transport;
  return { kind, url, headers };
}

type Transport = "stdio" | "http" | "sse" | "guess";

/** Transport names in other programs' configs, lower case without separators. */
const TRANSPORTS: Record<string, Transport> = {
  stdio: "stdio",
  local: "stdio",
  http: "http",
  streamablehttp: "http",
  sse: "sse",
  remote: "guess",
};

function transportOf(server: JsonObject): Transport | Wrong {
  const key = server["type"] === undefined ? "transport" : "type";
  const said = server[key];
  if (said === undefined) {
    if (server["command"] !== undefined) return "stdio";
    return addressOf(server) === null ? new Wrong("command", "missing") : "guess";
  }
  if (typeof said !== "string") return new Wrong(key, wordFor(said));
  const spelled = said.toLowerCase().replaceAll(/[-_ ]/g, "");
  return Object.hasOwn(TRANSPORTS, spelled)
    ? (TRANSPORTS[spelled] ?? "guess")
    : new Wrong(key, said);
}

/** Windsurf uses `serverUrl`, Gemini CLI `httpUrl`, all others `url`. */
function addressOf(server: JsonObject): [string, Json | undefined] | null {
  const key = ["httpUrl", "serverUrl", "url"].find((name) => server[name] !== undefined);
  return key === undefined ? null : [key, server[key]];
}

/** Without a type, a path ending in /sse means the older HTTP+SSE transport (2024-11-05). */
function guessed(key: string, url: string): "http" | "sse" {
  if (key === "httpUrl") return "http";
  return /\/sse\/?$/i.test(url.split(/[?#]/)[0] ?? "") ? "sse" : "http";
}

function readCommand(server: JsonObject, folder: string | null): ServerInput["endpoint"] | Wrong {
  const line = commandLine(server["command"], server["args"]);
  if (line instanceof Wrong) return line;
  const cwd = server["cwd"] ?? null;
  if (cwd !== null && typeof cwd !== "string") return new Wrong("cwd", wordFor(cwd));
  const env = readNamed(...environmentOf(server), isSecretVariable);
  if (env instanceof Wrong) return env;
  const inFolder = cwd === null || cwd === "" ? folder : cwd;
  return { kind: "stdio", ...line, cwd: inFolder, env };
}

function environmentOf(server: JsonObject): [Json | undefined, string] {
  const { command } = server;
  if (server["environment"] !== undefined) return [server["environment"], "environment"];
  return [server["env"] ?? (isJsonObject(command) ? command["env"] : undefined), "env"];
}

/** The command and its arguments. Some programs put both into one list; Zed uses an object. */
function commandLine(
  command: Json | undefined,
  args: Json | undefined,
): { command: string; args: string[] } | Wrong {
  if (isJsonObject(command)) return commandLine(command["path"], command["args"] ?? args);
  const [head, ...rest] = Array.isArray(command) ? command : [command];
  if (typeof head !== "string") return new Wrong("command", wordFor(head));
  const list = args === undefined || args === null ? rest : [...rest, args].flat();
  const wrong = list.findIndex((arg) => !isScalar(arg));
  if (wrong !== -1) return new Wrong(`args[${wrong}]`, wordFor(list[wrong]));
  return { command: head, args: list.map(String) };
}

const isScalar = (value: Json | undefined): value is string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/** Numbers and booleans are converted to text; `null` means "not set". */
function readNamed(
  value: Json | undefined,
  key: string,
  isSecret: (name: string) => boolean,
): NamedValueInput[] | Wrong {
  if (value === undefined || value === null) return [];
  if (!isJsonObject(value)) return new Wrong(key, wordFor(value));
  const named: NamedValueInput[] = [];
  for (const [name, item] of Object.entries(value)) {
    if (item === null || item === undefined) continue;
    if (!isScalar(item)) return new Wrong(`${key}.${name}`, wordFor(item));
    named.push({ name, secret: isSecret(name), value: String(item) });
  }
  return named;
}

function wordFor(value: Json | undefined): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** Names a server after its program or host if the config has no name. */
function nameFor(endpoint: ServerInput["endpoint"]): string {
  if (endpoint.kind === "demo") return "demo";
  const from = endpoint.kind === "stdio" ? endpoint.command : endpoint.url;
  const address = /^[a-z+]+:\/\/([^/?#]+)/i.exec(from)?.[1];
  return (address ?? from.split(/[\\/]/).at(-1) ?? from).slice(0, 100);
}

/** The distinct placeholders in an endpoint. */
function placeholdersIn(endpoint: ServerInput["endpoint"]): string[] {
  const found = JSON.stringify(endpoint).matchAll(/\$\{[^{}"\\]{1,200}\}/g);
  return [...new Set([...found].map((match) => match[0]))];
}
