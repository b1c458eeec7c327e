// Reads one server entry of another program's config. Fields that cannot be imported are reported.
import type { Json, JsonObject } from "../../json.ts";
import { isJsonObject } from "../../json.ts";
import type { ConfigFailure, Outcome } from "../../outcome.ts";
import { fail, ok } from "../../outcome.ts";
import { serverInputSchema } from "./input.ts";
import { placeholdersIn } from "./placeholders.ts";
import type { Placeholder } from "./placeholders.ts";
import { isSecretHeader, isSecretVariable } from "./secretNames.ts";
import type { NamedValueInput, ServerInput } from "./input.ts";

export interface ReadServer {
  input: ServerInput;
  /** `${env:X}`, `$X`, `%X%` …: kept as they are, though another program would substitute them. */
  placeholders: Placeholder[];
  /** Fields that are not used: unknown ones, such as `envFile`, and those that another field overrides. */
  ignored: string[];
  /** Turned off in the config. */
  isOff: boolean;
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

/** Reads a server entry, or says why it is invalid. `folder` is the default working directory of a local command. */
export function readServer(
  name: string,
  value: unknown,
  folder: string | null,
): Outcome<ReadServer, Fault> {
  const bad = (wrong: Wrong): Outcome<ReadServer, Fault> =>
    fail({ kind: "config-bad-server", server: name, path: wrong.path, detail: wrong.detail });
  if (!isJsonObject(value)) return bad(new Wrong("", "not an object"));
  // What has been used of the entry; the rest is ignored, which the user is told.
  const used = new Set(["name", "countersign"]);
  const endpoint = readEndpoint(flattened(value), folder, used);
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
    placeholders: placeholdersIn(textsOf(endpoint)),
    ignored: Object.keys(flattened(value)).filter((key) => !used.has(key)),
    isOff: value["disabled"] === true || value["enabled"] === false,
  });
}

/** Some programs put the address into an object: `"transport": { "type": "sse", "url": "…" }`. */
function flattened(server: JsonObject): JsonObject {
  const { transport } = server;
  if (!isJsonObject(transport)) return server;
  const { transport: _moved, ...rest } = server;
  return { ...transport, ...rest };
}

type Used = Set<string>;

function readEndpoint(
  server: JsonObject,
  folder: string | null,
  used: Used,
): ServerInput["endpoint"] | Wrong {
  const transport = transportOf(server, used);
  if (transport instanceof Wrong) return transport;
  if (transport === "stdio") return readCommand(server, folder, used);
  const [key, url] = addressOf(server) ?? ["url", undefined];
  if (typeof url !== "string") return new Wrong(key, wordFor(url));
  for (const name of ADDRESS_KEYS) if (server[name] === url) used.add(name);
  used.add("headers");
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
  httpstream: "http",
  sse: "sse",
  httpsse: "sse",
  remote: "guess",
};

/** `type` comes first, then `transport`, then the names that other programs use, such as `transportType`. */
const TRANSPORT_KEY =
  /^(?:type|transport|protocol|(?:transport|connection|server|protocol)[-_ ]?(?:type|kind|mode|protocol))$/i;

const transportNamed = (said: Json | undefined): Transport | undefined => {
  const spelled = typeof said === "string" ? said.toLowerCase().replaceAll(/[-_+ ]/g, "") : "";
  return Object.hasOwn(TRANSPORTS, spelled) ? TRANSPORTS[spelled] : undefined;
};

/** Whether a field that names a transport names a local command. */
export const namesCommand = (said: Json | undefined): boolean => transportNamed(said) === "stdio";
export const isTransportKey = (key: string): boolean => TRANSPORT_KEY.test(key);

function transportOf(server: JsonObject, used: Used): Transport | Wrong {
  const others = Object.keys(server).filter(
    (key) => isTransportKey(key) && transportNamed(server[key]) !== undefined,
  );
  const key = ["type", "transport", ...others].find((name) => server[name] !== undefined);
  if (key === undefined) {
    if (server["command"] !== undefined) return "stdio";
    return addressOf(server) === null ? new Wrong("command", "missing") : "guess";
  }
  const said = server[key];
  const transport = transportNamed(said);
  if (typeof said !== "string") return new Wrong(key, wordFor(said));
  if (transport === undefined) return new Wrong(key, said);
  // Another one that says the same is no contradiction.
  for (const name of [key, ...others])
    if (transportNamed(server[name]) === transport) used.add(name);
  return transport;
}

/** Windsurf uses `serverUrl`, Gemini CLI `httpUrl`, all others `url`. */
export const ADDRESS_KEYS = ["httpUrl", "serverUrl", "url"];

function addressOf(server: JsonObject): [string, Json | undefined] | null {
  const key = ADDRESS_KEYS.find((name) => server[name] !== undefined);
  return key === undefined ? null : [key, server[key]];
}

/** Without a type, a path ending in /sse means the older HTTP+SSE transport (2024-11-05). */
function guessed(key: string, url: string): "http" | "sse" {
  if (key === "httpUrl") return "http";
  return /\/sse\/?$/i.test(url.split(/[?#]/)[0] ?? "") ? "sse" : "http";
}

function readCommand(
  server: JsonObject,
  folder: string | null,
  used: Used,
): ServerInput["endpoint"] | Wrong {
  const line = commandLine(server["command"], server["args"]);
  if (line instanceof Wrong) return line;
  const cwd = server["cwd"] ?? null;
  if (cwd !== null && typeof cwd !== "string") return new Wrong("cwd", wordFor(cwd));
  for (const name of ["command", "args", "cwd"]) used.add(name);
  const env = environmentOf(server, used);
  if (env instanceof Wrong) return env;
  const inFolder = cwd === null || cwd === "" ? folder : cwd;
  return { kind: "stdio", ...line, cwd: inFolder, env };
}

/** The variables of every field that has some. Where two have one name, the first counts, and the other is ignored. */
function environmentOf(server: JsonObject, used: Used): NamedValueInput[] | Wrong {
  const { command } = server;
  const sources: [string, Json | undefined][] = [
    ["environment", server["environment"]],
    ["env", server["env"]],
    ["command.env", isJsonObject(command) ? command["env"] : undefined],
  ];
  const all: NamedValueInput[] = [];
  for (const [key, value] of sources) {
    const named = readNamed(value, key, isSecretVariable);
    if (named instanceof Wrong) return named;
    const other = named.find((one) =>
      all.some(({ name, value: known }) => name === one.name && known !== one.value),
    );
    if (other === undefined) used.add(key);
    all.push(...named.filter(({ name }) => all.every((one) => one.name !== name)));
  }
  return all;
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

/** Every text in which a placeholder may stand. */
function textsOf(endpoint: ServerInput["endpoint"]): string[] {
  const valuesIn = (values: readonly NamedValueInput[]) => values.map(({ value }) => value ?? "");
  switch (endpoint.kind) {
    case "stdio":
      return [endpoint.command, ...endpoint.args, endpoint.cwd ?? "", ...valuesIn(endpoint.env)];
    case "http":
    case "sse":
      // In an address, `%` escapes.
      return [endpoint.url.replaceAll("%", "%%"), ...valuesIn(endpoint.headers)];
    case "demo":
      return [];
  }
}
