// Finds servers in other programs' configs, for the user to import. Secret values stay in main; the window only
// learns that there is one.
import { hostServers, TOKEN_VARIABLE } from "#shared/agents/gateway/hostConfig.ts";
import type { ConfigFailure, Failure } from "#shared/outcome.ts";
import type { ImportedServer } from "#shared/servers/config/importConfig.ts";
import type { FoundConfig } from "#shared/servers/server.ts";
import type { ServerInput } from "#shared/servers/config/input.ts";
import { mapValues, valuesOf } from "./endpoint.ts";
import type { ServersService } from "./servers.ts";

/** A config file of another program: its text, or why it cannot be read. */
export type ConfigFile =
  | { program: string; file: string; text: string }
  | { program: string; file: string; failure: ConfigFailure };

export class ImportingService {
  readonly #files: { find(): Promise<ConfigFile[]> };
  readonly #servers: Pick<ServersService, "add" | "withEndpoint">;
  /** What was found last by its id, secret values included. */
  #found = new Map<string, ServerInput>();
  #lastId = 0;

  constructor(
    files: { find(): Promise<ConfigFile[]> },
    servers: Pick<ServersService, "add" | "withEndpoint">,
  ) {
    this.#files = files;
    this.#servers = servers;
  }

  /**
   * Every server in other programs' config files, without secret values (`value: null`), and the faults of files that
   * exist but cannot be used. A file without servers is not a fault.
   */
  async find(): Promise<FoundConfig> {
    const found: FoundConfig = { servers: [], faults: [] };
    const whole = new Map<string, ServerInput>();
    for (const file of await this.#files.find()) {
      const read = serversOf(file);
      found.faults.push(...read.faults);
      for (const { input, placeholders, ignored } of read.inputs) {
        this.#lastId += 1;
        const id = String(this.#lastId);
        whole.set(id, input);
        const { program } = file;
        const known = this.isKnown(input);
        const shown = { input: withoutSecrets(input), known, placeholders, ignored };
        found.servers.push({ id, program, file: file.file, ...shown });
      }
    }
    this.#found = whole;
    return found;
  }

  /** Whether a server with exactly these values exists. */
  isKnown = (input: ServerInput): boolean =>
    this.#servers.withEndpoint(input.endpoint) !== undefined;

  /** A server of the last search. */
  found = (id: string): ServerInput | undefined => this.#found.get(id);

  /** Adds servers of the last search, with the secret values that it withheld. */
  add(ids: readonly string[]): { ids: string[]; failure: Failure | null } {
    const inputs = ids.map((id) => this.#found.get(id));
    const known = inputs.filter((input) => input !== undefined);
    if (known.length < inputs.length) return { ids: [], failure: { kind: "stale" } };
    return addServers(this.#servers, known);
  }
}

/** Adds servers in order until one fails. */
export function addServers(
  servers: Pick<ServersService, "add">,
  inputs: readonly ServerInput[],
): { ids: string[]; failure: Failure | null } {
  const ids: string[] = [];
  for (const input of inputs) {
    const added = servers.add(input);
    if (!added.ok) return { ids, failure: added.failure };
    ids.push(added.value);
  }
  return { ids, failure: null };
}

function serversOf(file: ConfigFile): { inputs: ImportedServer[]; faults: FoundConfig["faults"] } {
  if ("failure" in file)
    return { inputs: [], faults: [{ file: file.file, failure: file.failure }] };
  const parsed = hostServers(file.file, file.text);
  if (!parsed.ok) {
    const none = parsed.failure.kind === "config-no-servers";
    return { inputs: [], faults: none ? [] : [{ file: file.file, failure: parsed.failure }] };
  }
  return {
    // Skip wrapped servers: they already go through Countersign.
    inputs: parsed.value.inputs.filter(({ input: { endpoint } }) =>
      valuesOf(endpoint).every(({ name }) => name !== TOKEN_VARIABLE),
    ),
    faults: parsed.value.faults.map((failure) => ({ file: file.file, failure })),
  };
}

const withoutSecrets = (input: ServerInput): ServerInput => ({
  ...input,
  endpoint: mapValues(input.endpoint, (value) =>
    value.secret ? { ...value, value: null } : value,
  ),
});
