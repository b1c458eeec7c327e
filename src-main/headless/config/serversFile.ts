// The file of `--servers`: `mcpServers` as hosts write it (permissions and limits under `countersign`, as in the app),
// programs, providers, and limits for all. Values come from the environment; the lock is made of what stands in the
// file, so that it holds no secret.
import path from "node:path";
import { z } from "zod";
import { REMOTE_KINDS } from "#shared/models/providers/providerKinds.ts";
import { allLimitsSchema } from "#shared/rules/limitSchemas.ts";
import { programInputSchema } from "#shared/programs/program.ts";
import { parseConfig } from "#shared/servers/config/importConfig.ts";
import type { ImportedServer } from "#shared/servers/config/importConfig.ts";
import { fieldsOf, readJsonText, repeatedNames } from "#shared/servers/config/jsonText.ts";
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import { retentionSchema } from "#shared/servers/policy/retention.ts";
import type { NamedValueInput, ServerInput } from "#shared/servers/config/input.ts";
import type { Endpoint } from "#shared/servers/server.ts";
import { tokens } from "../../profile/tokens.ts";
import type { ResolvedValue } from "../../servers/endpoint.ts";
import { CommandFault } from "../fault.ts";
import { WORDS } from "../words.ts";
import { getNodeValue } from "jsonc-parser";
import { readText } from "./ownFile.ts";
import type { Writers } from "./ownFile.ts";
import { hasPlaceholder } from "./variables.ts";
import type { Variables } from "./variables.ts";

const BYTES_MOST = 16 * 1024 * 1024;
/** Shorter tokens could be guessed. */
const TOKEN_MIN = 20;

const providerSchema = z.strictObject({
  name: z.string().trim().min(1).max(200),
  kind: z.enum(REMOTE_KINDS),
  address: z.url({ protocol: /^https?$/ }),
  /** The environment variable with its key. */
  keyEnv: z.string().max(200).optional(),
  apiVersion: z.string().max(100).optional(),
  /** Its models; absent: those that it lists. */
  models: z.array(z.string().min(1).max(500)).max(1000).optional(),
});
/** Nobody is there to be asked about tool calls. */
export const programSchema = programInputSchema.omit({ passes: true, passesSides: true }).extend({
  mode: z.enum(["hold", "rules", "watch"]).default("rules"),
  /** The environment variable with its token, or the token's SHA-256. */
  tokenEnv: z.string().max(200).optional(),
  tokenHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
const restSchema = z.object({
  programs: z.array(programSchema).max(1000).default([]),
  providers: z.array(providerSchema).max(100).default([]),
  /** GGUF files for the built-in engine. */
  localModels: z.array(z.string().min(1).max(4096)).max(100).default([]),
  defaultModel: z
    .strictObject({ provider: z.string(), model: z.string() })
    .nullable()
    .default(null),
  limits: allLimitsSchema.prefault({}),
  retention: retentionSchema.optional(),
});

/** Beside those in which servers were found. */
const FIELDS = [...Object.keys(restSchema.shape), "mcpServers", "$schema"];

export interface ConfiguredServer extends Required<Omit<ServerInput, "endpoint">> {
  /** As it stands in the file, with `${VAR}`. */
  written: ServerInput["endpoint"];
  /** With the values. */
  endpoint: Exclude<Endpoint<ResolvedValue>, { kind: "demo" }>;
  /** Countersign connects to it by itself, not only for a host. */
  connect: boolean;
  /** Fields of its entry that have no effect here. */
  ignored: string[];
}

export type ConfiguredProgram = z.infer<typeof programSchema> & { tokenHash: string };
export interface Configuration extends Omit<z.infer<typeof restSchema>, "programs"> {
  file: string | null;
  servers: ConfiguredServer[];
  programs: ConfiguredProgram[];
}

const none = restSchema.parse({});
export const NO_SERVERS: Configuration = { ...none, file: null, servers: [], programs: [] };

/** @throws {CommandFault} naming what is wrong with the file, or which variable is not set */
export function readServers(file: string, variables: Variables, writers?: Writers): Configuration {
  const text = readText(file, BYTES_MOST, writers);
  const wrong = (detail: string): CommandFault => new CommandFault(WORDS.inFile(file, detail));
  const tree = readJsonText(text);
  if (!tree.ok) throw wrong(WORDS.configFailure(tree.failure));
  for (const { name } of repeatedNames(tree.value)) throw wrong(WORDS.fieldTwice(name));
  const value: unknown = getNodeValue(tree.value);
  const rest = restSchema.safeParse(value);
  if (!rest.success) {
    const [issue] = rest.error.issues;
    throw wrong(`${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`);
  }
  const read = parseConfig(text);
  if (!read.ok && read.failure.kind !== "config-no-servers")
    throw wrong(WORDS.configFailure(read.failure));
  const { inputs, faults } = read.ok ? read.value : { inputs: [], faults: [] };
  if (faults.length > 0) throw wrong(faults.map(WORDS.configFailure).join("\n"));
  // A misspelt limit would be none.
  const known = new Set<unknown>([...FIELDS, ...inputs.map(({ path: [first] }) => first)]);
  const unknown = fieldsOf(tree.value).find((field) => !known.has(field.name));
  if (unknown !== undefined) throw wrong(WORDS.unknownField(unknown.name));
  const config = {
    ...rest.data,
    localModels: rest.data.localModels.map((one) => path.resolve(path.dirname(file), one)),
    file,
    servers: inputs.map((one) => serverOf(one, value, variables)),
    programs: rest.data.programs.map((program) => ({
      ...program,
      tokenHash: tokenHashOf(program, variables, wrong),
    })),
  };
  for (const list of [config.servers, config.programs, config.providers]) {
    const names = list.map(({ name }) => name);
    const twice = names.find((name, at) => names.indexOf(name) !== at);
    if (twice !== undefined) throw wrong(WORDS.twice(twice));
  }
  return config;
}

function serverOf(
  { input, path, ignored }: ImportedServer,
  file: unknown,
  variables: Variables,
): ConfiguredServer {
  const { name, endpoint, policy = defaultPolicy, era } = input;
  const where = `server ${name}`;
  const entry = path.reduce<unknown>((at, step) => Reflect.get(Object(at), step) as unknown, file);
  const text = (value: string): string => variables.expanded(value, where);
  const named = (values: NamedValueInput[]): ResolvedValue[] =>
    values.map(({ value, ...one }) => ({
      ...one,
      // What comes from the environment may be a secret.
      secret: one.secret || hasPlaceholder(value ?? ""),
      value: text(value ?? ""),
    }));
  const expanded = (): ConfiguredServer["endpoint"] => {
    if (endpoint.kind === "demo") throw new Error("no file names the demo server");
    if (endpoint.kind !== "stdio")
      return { ...endpoint, url: text(endpoint.url), headers: named(endpoint.headers) };
    const { command, args, cwd, env } = endpoint;
    return {
      ...endpoint,
      command: text(command),
      args: args.map(text),
      env: named(env),
      cwd: cwd === null ? null : text(cwd),
    };
  };
  const connect = (Object(entry) as { connect?: unknown }).connect === true;
  return {
    name,
    written: endpoint,
    endpoint: expanded(),
    policy,
    era,
    connect,
    ignored: ignored.filter((field) => field !== "connect"),
  };
}

function tokenHashOf(
  { name, tokenEnv, tokenHash = "" }: z.infer<typeof programSchema>,
  variables: Variables,
  wrong: (detail: string) => CommandFault,
): string {
  if ((tokenEnv === undefined) === (tokenHash === "")) throw wrong(WORDS.oneToken(name));
  if (tokenEnv === undefined) return tokenHash;
  const token = variables.get(tokenEnv);
  if (token === null) throw new CommandFault(WORDS.notSet(tokenEnv, `program ${name}`));
  if (token.length < TOKEN_MIN) throw new CommandFault(WORDS.shortToken(tokenEnv, TOKEN_MIN));
  return tokens.hash(token);
}
