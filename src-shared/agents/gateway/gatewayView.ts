// Hosts and their servers as the window shows them.
import type { ConfigFailure } from "../../outcome.ts";

export interface GatewayView {
  hosts: HostView[];
  /** Hosts whose config the user changes. */
  others: OtherHostView[];
}

/** One entry for a host that Countersign does not find by itself. */
export interface OtherHostView {
  id: string;
  serverId: string;
  /** Of the server. */
  name: string;
  atMs: number;
  isUsed: boolean;
  sessions: number;
}

/** What the user enters into a host's config. It has the token, which is not shown again. */
export interface HostEntryTexts {
  /** Null without Node.js. */
  relay: string | null;
  http: string;
}

/** A config file of a host. */
export interface HostView {
  program: string;
  file: string;
  servers: HostServerView[];
  faults: ConfigFailure[];
}

/**
 * `direct`: started by the host. `after-restart`: wrapped, but no session has connected yet. `through`: a session has
 * connected. `drifted`: the entry was changed elsewhere and no longer starts the relay.
 */
export type HostServerState = "direct" | "after-restart" | "through" | "drifted";

/** Why an entry cannot be wrapped. `foreign`: it is not known how the host reads it. */
export type NotWrappable = "placeholders" | "wrapped" | "foreign";

export interface HostServerView {
  name: string;
  path: (string | number)[];
  /** The command line or address, with secrets masked. */
  where: string;
  state: HostServerState;
  notWrappable?: NotWrappable;
  /** The host's config turns it off. */
  isOff: boolean;
  /** The number of open sessions. */
  sessions: number;
  serverId?: string;
  /** Where the same host starts a server of this name itself, whatever this entry says. */
  alsoDirect?: DirectPlace[];
}

/** `project`: a project's `.mcp.json`; `own`: a project's part of Claude Code's own config; `plugin`: a plugin's file. */
export interface DirectPlace {
  kind: "project" | "own" | "plugin";
  file: string;
  /** The project's folder, for `own`. */
  project?: string;
}
