// What the service of servers needs.
import type { Clock, Hasher } from "../core/ports.ts";
import type { SessionOpener } from "./gatewayPorts.ts";
import type {
  Connector,
  KnownStore,
  ProgramInspector,
  Secrets,
  ServerStore,
  ServersAudience,
} from "../servicePorts.ts";
import type { PassingNotes } from "./passing.ts";

export interface ServersParts extends PassingNotes {
  connector: Connector & SessionOpener;
  store: ServerStore;
  secrets: Secrets;
  hasher: Hasher;
  /** Hashes confirmed commands with a key, so that editing the servers file cannot confirm one. */
  commandHasher: Hasher;
  clock: Clock;
  audience: Pick<ServersAudience, "serverChanged" | "serverRemoved" | "serverLines">;
  /** Inspects what a command would start; without it, only the command line is compared. */
  inspector?: ProgramInspector;
  /** The removal of a server is final. */
  removed?(id: string): void;
  /** Servers' identities that the user last approved. */
  known?: KnownStore;
}
