// Finds servers in other programs' configs, for the user to import. Secret values stay in main; the window only
// learns that there is one.
import { hostServers, TOKEN_VARIABLE } from "../../../src-shared/gateway/hostConfig.ts";
import type {
  Endpoint,
  FoundConfig,
  FoundServer,
  NamedValueInput,
  ServerInput,
} from "../../../src-shared/servers/server.ts";
import type { ConfigFile, ConfigFiles } from "../ports.ts";
import { mapValues, valuesOf } from "./serverEntry.ts";

/** Servers that are configured already, with or without secret values. */
export type Configured = readonly { endpoint: Endpoint<unknown> }[];

export class ImportingService {
  readonly #files: ConfigFiles;
  readonly #configured: () => Configured;
  /** What was found last, secret values included. */
  #found: ServerInput[] = [];

  constructor(files: ConfigFiles, configured: () => Configured) {
    this.#files = files;
    this.#configured = configured;
  }

  /**
   * Every server in other programs' config files, without secret values (`value: null`), and the faults of files that
   * exist but cannot be used. A file without servers is not a fault.
   */
  async find(): Promise<FoundConfig> {
    const known = new Set(this.#configured().map(({ endpoint }) => endpointIdentity(endpoint)));
    const found: FoundConfig = { servers: [], faults: [] };
    const whole: ServerInput[] = [];
    for (const file of await this.#files.find()) {
      const read = serversOf(file);
      whole.push(...read.servers.map((server) => server.input));
      found.faults.push(...read.faults);
      for (const { program, file, input } of read.servers) {
        const shown = withValues(input, (value) =>
          value.secret ? { ...value, value: null } : value,
        );
        found.servers.push({
          program,
          file,
          input: shown,
          known: known.has(endpointIdentity(input.endpoint)),
        });
      }
    }
    this.#found = whole;
    return found;
  }

  /**
   * Adds the secret values that `find` withheld, if the same endpoint was found. Call it for every server that is
   * added; input that was typed is returned unchanged.
   */
  complete(input: ServerInput): ServerInput {
    const identity = endpointIdentity(input.endpoint);
    const same = this.#found.filter((found) => endpointIdentity(found.endpoint) === identity);
    const source = same.find((found) => found.name === input.name) ?? same[0];
    if (source === undefined) return input;
    const kept = new Map(valuesOf(source.endpoint).map((value) => [value.name, value.value]));
    return withValues(input, (value) =>
      value.secret && value.value === null
        ? { ...value, value: kept.get(value.name) ?? null }
        : value,
    );
  }
}

function serversOf(file: ConfigFile): { servers: FoundServer[]; faults: FoundConfig["faults"] } {
  if ("failure" in file)
    return { servers: [], faults: [{ file: file.file, failure: file.failure }] };
  const parsed = hostServers(file.file, file.text);
  if (!parsed.ok) {
    const none = parsed.failure.kind === "config-no-servers";
    return { servers: [], faults: none ? [] : [{ file: file.file, failure: parsed.failure }] };
  }
  return {
    servers: parsed.value.inputs
      // Skip wrapped servers: they already go through Countersign.
      .filter(({ input: { endpoint } }) =>
        valuesOf(endpoint).every(({ name }) => name !== TOKEN_VARIABLE),
      )
      .map(({ input }) => ({ program: file.program, file: file.file, input, known: false })),
    faults: parsed.value.faults.map((failure) => ({ file: file.file, failure })),
  };
}

/** Endpoints are the same if they start the same command in the same folder, or have the same address. */
export function endpointIdentity(endpoint: Endpoint<unknown>): string {
  switch (endpoint.kind) {
    case "stdio":
      return JSON.stringify(["stdio", endpoint.command, endpoint.args, endpoint.cwd]);
    case "http":
    case "sse":
      return JSON.stringify([endpoint.kind, endpoint.url]);
    case "demo":
      return '["demo"]';
  }
}

const withValues = (
  input: ServerInput,
  map: (value: NamedValueInput) => NamedValueInput,
): ServerInput => ({ ...input, endpoint: mapValues(input.endpoint, map) });
