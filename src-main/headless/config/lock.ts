// The lock file: what was accepted once, as one flat record a thing (server, provider, program, the rules), so that a
// difference can be named. It contains no secrets.
import path from "node:path";
import { z } from "zod";
import { maskedAddress, maskedArguments, maskedText } from "#shared/servers/config/masking.ts";
import type { NamedValueInput } from "#shared/servers/config/input.ts";
import type { Endpoint } from "#shared/servers/server.ts";
import { scriptsOf } from "../../servers/mcp/identity/commandLine.ts";
import { FileHashes } from "../../servers/mcp/identity/fileHash.ts";
import type { ProgramFacts, ProgramInspector } from "../../servers/mcp/identity/program.ts";
import { hasher } from "../../profile/hasher.ts";
import { writeText } from "../../profile/jsonFile.ts";
import { CommandFault } from "../fault.ts";
import { WORDS } from "../words.ts";
import type { Accepted, Difference } from "./accepted.ts";
import { readText } from "./ownFile.ts";
import type { Writers } from "./ownFile.ts";
import type { Policy } from "./policyFile.ts";
import type { Configuration, ConfiguredServer } from "./serversFile.ts";

const FORMAT = "countersign-lock";
const BYTES_MOST = 16 * 1024 * 1024;

const fieldsSchema = z.record(z.string(), z.string());
const lockSchema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(1),
  /** Makes each acceptance another one, with which what is known of tools begins anew. */
  acceptedAt: z.string().max(40),
  /** By thing, such as `server notes`; each with its fields. */
  accepted: z.record(z.string(), fieldsSchema),
});
type Fields = z.infer<typeof fieldsSchema>;

/** What would be accepted now, and what each command would start. Inspects programs; starts nothing. */
export async function acceptable(
  policy: Policy,
  config: Configuration,
  inspector: Pick<ProgramInspector, "look">,
): Promise<{ accepted: Accepted; facts: Map<string, ProgramFacts> }> {
  const facts = new Map<string, ProgramFacts>();
  const accepted: Accepted = { rules: { sha256: policy.hash } };
  for (const server of config.servers) {
    const { endpoint } = server;
    // One after the other: a few programs, whose hashes are cached.
    // oxlint-disable-next-line no-await-in-loop
    if (endpoint.kind === "stdio")
      facts.set(server.name, certain(server.name, endpoint, await inspector.look(endpoint)));
    accepted[`server ${server.name}`] = serverFields(server, facts.get(server.name));
  }
  for (const { name, kind, address, keyEnv = "", apiVersion = "", models } of config.providers) {
    accepted[`provider ${name}`] = {
      kind,
      address: maskedAddress(address),
      "key from": keyEnv,
      "API version": apiVersion,
      models: models === undefined ? "all that it lists" : models.join(", "),
      digest: hasher.hash({ kind, address }),
    };
  }
  for (const {
    name,
    mode,
    tokenEnv,
    tokenHash,
    redact,
    expiresAtMs,
    policy: own,
  } of config.programs) {
    accepted[`program ${name}`] = {
      mode,
      redact: redact.join(", "),
      expires: String(expiresAtMs),
      token: tokenEnv === undefined ? `SHA-256 ${tokenHash}` : `from ${tokenEnv}`,
      "permissions and limits": hasher.hash(own),
    };
  }
  const hashes = new FileHashes();
  for (const file of config.localModels) {
    // oxlint-disable-next-line no-await-in-loop
    accepted[`model ${file}`] = { sha256: (await hashes.of(file)) ?? "unreadable" };
  }
  const { limits, retention = null, defaultModel } = config;
  accepted["everything"] = {
    "limits, retention, model": hasher.hash({ limits, retention, defaultModel }),
  };
  return { accepted, facts };
}

/**
 * An agent's program, and how its hooks lead here.
 * @throws {CommandFault} if the program is not found
 */
export async function acceptedAgent(
  command: string,
  { actions, entry }: { actions: string; entry: string },
  inspector: Pick<ProgramInspector, "look">,
): Promise<Fields> {
  const facts = await inspector.look({
    kind: "stdio",
    command,
    args: [],
    cwd: process.cwd(),
    env: [],
  });
  if (facts.sha256 === null) throw new CommandFault(WORDS.notFoundAgent(command));
  return {
    ...programFields(facts),
    "what comes to the rules": actions,
    digest: hasher.hash(entry),
  };
}

/**
 * The facts, if they are of what would start wherever the host is.
 * @throws {CommandFault} if the folder, or a file, is not known
 */
function certain(
  name: string,
  { command, args, cwd }: Extract<Endpoint<NamedValueInput>, { kind: "stdio" }>,
  facts: ProgramFacts,
): ProgramFacts {
  const needsFolder = [command, ...scriptsOf(command, args)].find(
    (word, at) => !path.isAbsolute(word) && (at > 0 || word.includes("/")),
  );
  if (!path.isAbsolute(cwd ?? "") && needsFolder !== undefined)
    throw new CommandFault(WORDS.whichFolder(name, needsFolder));
  const unread =
    facts.sha256 === null ? command : facts.files?.find(({ sha256 }) => sha256 === null)?.path;
  if (unread !== undefined) throw new CommandFault(WORDS.notFound(name, maskedText(unread)));
  return facts;
}

function serverFields(
  { written, endpoint, policy, connect, ignored }: ConfiguredServer,
  facts?: ProgramFacts,
): Fields {
  return {
    ...endpointFields(written),
    // A variable can name another host.
    ...("url" in endpoint ? { reaches: new URL(endpoint.url).origin } : {}),
    ...(facts === undefined ? {} : programFields(facts)),
    "permissions and limits": hasher.hash(policy),
    "connected by itself": String(connect),
    ...(ignored.length === 0 ? {} : { "fields without effect": ignored.join(", ") }),
  };
}

/** As in the file: what `${VAR}` stands for is not part of it, nor are the values of secrets. */
function endpointFields(written: Endpoint<NamedValueInput>): Fields {
  if (written.kind === "demo") return {};
  const values = written.kind === "stdio" ? written.env : written.headers;
  const open = values.map(({ name, secret, value }) => [name, secret ? null : value]);
  const names = values.map(({ name }) => name).join(", ");
  if (written.kind !== "stdio") {
    const { kind, url } = written;
    const shown = { address: maskedAddress(url), transport: kind, headers: names };
    return { ...shown, digest: hasher.hash({ url, open }) };
  }
  const { command, args, cwd } = written;
  return {
    command: [maskedText(command), ...maskedArguments(args)].join(" "),
    folder: cwd ?? "the host's",
    environment: names,
    digest: hasher.hash({ command, args, cwd, open }),
  };
}

function programFields({ path: file, sha256, files = [], runner }: ProgramFacts): Fields {
  const hashed = files.map((script): [string, string] => [
    `script ${script.path}`,
    script.sha256 ?? "unreadable",
  ]);
  return {
    program: file ?? "not found",
    "program's SHA-256": sha256 ?? "unreadable",
    ...Object.fromEntries(hashed),
    ...(runner === undefined
      ? {}
      : { runs: `${runner.kind} ${runner.what ?? "?"}${runner.pinned ? "" : ", any version"}` }),
  };
}

/** What differs; an empty list: nothing. */
export function differences(before: Accepted, now: Accepted): Difference[] {
  const things = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...things].flatMap((what) => {
    const [then, current] = [before[what], now[what]];
    if (then === undefined) return [{ what, field: "", before: null, now: "new" }];
    if (current === undefined) return [{ what, field: "", before: "accepted", now: null }];
    const fields = new Set([...Object.keys(then), ...Object.keys(current)]);
    const found = [...fields].flatMap((field) =>
      then[field] === current[field]
        ? []
        : [{ what, field, before: then[field] ?? null, now: current[field] ?? null }],
    );
    // The digest only says that something changed that no other field shows.
    const shown = found.filter(({ field }) => field !== "digest");
    return shown.length > 0 ? shown : found;
  });
}

/**
 * What the lock accepts, and the SHA-256 (hex) of its text.
 * @throws {CommandFault} if there is no lock, or it cannot be read
 */
export function readLock(file: string, writers?: Writers): { accepted: Accepted; hash: string } {
  const text = readText(file, BYTES_MOST, writers);
  try {
    const { accepted } = lockSchema.parse(JSON.parse(text));
    return { accepted, hash: hasher.hash(text) };
  } catch {
    throw new CommandFault(WORDS.noLock(file));
  }
}

/** @throws {CommandFault} */
export function writeLock(file: string, accepted: Accepted): void {
  const lock = { format: FORMAT, version: 1, acceptedAt: new Date().toISOString(), accepted };
  const written = writeText(file, `${JSON.stringify(lock, null, 2)}\n`, 0o644);
  if (!written.ok) throw new CommandFault(WORDS.notWritten(file));
}
