// Hosts and their servers, as the window shows them: which go through Countersign.
import type { ConfigFailure } from "../outcome.ts";

export interface GatewayView {
  hosts: HostView[];
}

/** A config file of a host. */
export interface HostView {
  program: string;
  file: string;
  servers: HostServerView[];
  faults: ConfigFailure[];
}

/**
 * `direct`: the host starts it itself. `after-restart`: the file was changed, and no session has come in since.
 * `through`: a session has. `drifted`: the file was changed elsewhere, and the entry no longer starts the relay.
 */
export type HostServerState = "direct" | "after-restart" | "through" | "drifted";

/** Why an entry cannot be wrapped. */
export type NotWrappable = "address" | "placeholders" | "wrapped";

export interface HostServerView {
  name: string;
  path: (string | number)[];
  /** The command line or address, secrets masked. */
  where: string;
  state: HostServerState;
  notWrappable?: NotWrappable;
  /** Sessions that are open now. */
  sessions: number;
  serverId?: string;
}

/** What would be changed: each entry before and after, secrets masked. `hash` is that of the file as it was read. */
export interface HostChange {
  file: string;
  hash: string;
  backup: string;
  before: string;
  after: string;
}
