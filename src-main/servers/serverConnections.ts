// Opens and closes servers' connections. Before a start, the command is inspected and the user asked if necessary.
import { whereOf } from "#shared/servers/config/masking.ts";
import type { Clock } from "../core/ports.ts";
import type { StartConfirmations } from "./startConfirmations.ts";
import type { Identities } from "./identities.ts";
import type {
  Connection,
  ConnectionListener,
  Connector,
  ProgramInspector,
} from "../servicePorts.ts";
import { NOWHERE, originOf } from "./serverEntry.ts";
import type { SecretOf, ServerEntry } from "./serverEntry.ts";

/** For an address that cannot be parsed. It is not shown, since nobody can tell which part of it is secret. */
const UNREADABLE = {
  kind: "failed",
  attempts: 0,
  failure: { kind: "server-unreachable", address: "", detail: "not an address" },
} as const;

export interface ServerConnectionsDeps {
  connector: Connector;
  clock: Clock;
  /** Inspects what a command would start; without it, only the command line is compared. */
  inspector: ProgramInspector | undefined;
  identities: Identities;
  confirming: StartConfirmations;
  secretOf: SecretOf;
  /** False once the entry was removed or replaced. */
  isHere(entry: ServerEntry): boolean;
  listener(entry: ServerEntry): ConnectionListener;
  /** The entry's state has changed. */
  changed(entry: ServerEntry): void;
  /** The entry's identity has changed. */
  told(entry: ServerEntry): void;
}

export class ServerConnections {
  readonly #parts: ServerConnectionsDeps;

  constructor(parts: ServerConnectionsDeps) {
    this.#parts = parts;
  }

  /** Inspects the command's files before any of them is run. */
  open(entry: ServerEntry): void {
    const { inspector, clock, identities, secretOf } = this.#parts;
    const endpoint = entry.resolved(secretOf);
    entry.looks += 1;
    if (inspector === undefined || endpoint.kind !== "stdio") {
      this.#openLooked(entry);
      return;
    }
    const turn = entry.looks;
    if (entry.connection === null) {
      entry.state = { kind: "connecting", sinceMs: clock.nowMs() };
      this.#parts.changed(entry);
    }
    void inspector.look(endpoint).then((facts) => {
      const { id, enabled } = entry.stored;
      if (entry.looks !== turn || !enabled || !this.#parts.isHere(entry)) return;
      identities.program(id, endpoint, facts);
      this.#openLooked(entry);
    });
  }

  /** Closes an open connection first. */
  reopen(entry: ServerEntry): void {
    void this.close(entry).then(() => {
      if (this.#parts.isHere(entry) && entry.stored.enabled) this.open(entry);
    });
  }

  /** A connection that is not open yet. */
  connectionFor(entry: ServerEntry): Connection {
    const { connector, identities, secretOf } = this.#parts;
    const { id: serverId, name, endpoint, era, policy } = entry.stored;
    const identityFor = (tools: readonly string[]) => identities.requester(serverId, tools);
    const spec = { serverId, name, era, policy, where: whereOf(endpoint), identityFor };
    const resolved = entry.resolved(secretOf);
    return connector.connect({ ...spec, endpoint: resolved }, this.#parts.listener(entry));
  }

  async close(entry: ServerEntry): Promise<void> {
    const { connection, looks } = entry;
    entry.connection = null;
    if (connection !== null) await connection.close("switched-off");
    // Turned on again meanwhile: the new connection reports its own state.
    if (entry.connection !== null || entry.looks !== looks) return;
    entry.state = { kind: "off" };
    if (this.#parts.isHere(entry)) this.#parts.changed(entry);
  }

  #openLooked(entry: ServerEntry): void {
    if (originOf(entry.stored.endpoint) === NOWHERE) {
      entry.state = { ...UNREADABLE, atMs: this.#parts.clock.nowMs() };
      this.#parts.changed(entry);
      return;
    }
    this.#parts.identities.seen(entry.stored);
    const question = this.#parts.confirming.question(entry);
    if (question !== null) {
      entry.state = question;
      this.#parts.told(entry);
      return;
    }
    this.#parts.identities.begins(entry.stored);
    this.#parts.told(entry);
    entry.connection ??= this.connectionFor(entry);
    void entry.connection.open();
  }
}
