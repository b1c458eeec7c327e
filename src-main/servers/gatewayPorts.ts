// Interfaces that the gateway needs of its adapters: the socket for hosts, sessions with wrapped servers, the store
// of wrapped entries.
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { CancelReason, Host, Origin } from "#shared/request/life/heldRequest.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import type { ServerLine, ToolView } from "#shared/servers/server.ts";
import type { ConnectionSpec } from "../servicePorts.ts";

/** The host's end of a session. */
export interface HostEnd {
  /** Sends one JSON-RPC message, without a line end. */
  send(text: string): void;
  /** Resolves when the host has read what it was sent, or has gone; null if it takes more now. */
  ready(): Promise<void> | null;
  /** Ends the session: the host sees its server exit. */
  end(): void;
}

/** What a relay sends first. */
export interface Greeting {
  wrapId: string;
  token: string;
  /** The host's working folder; null over HTTP, where nobody says it. */
  folder: string | null;
  /** Values of environment variables that the host has filled in. Only those that the user approved are used. */
  env?: Readonly<Record<string, string>>;
}

/** A host's session with a wrapped server, which has its own connection to that server. */
export interface HostSession {
  /**
   * Takes bytes from the host: JSON-RPC messages, one per line (MCP "Transports", stdio). Resolves when it can take
   * more.
   */
  receive(chunk: Uint8Array): Promise<void>;
  /** A message of the host was refused before it came here. */
  notPassed(text: string, why: string): void;
  /** Whether the session's version has batches. */
  readonly takesBatches: boolean;
  /** The calls of the host that are open on it. */
  openOrigin(): Origin;
  /** Ends the server and all of its requests. */
  close(because: SessionEnd): Promise<void>;
}

/** Why a session ends: its host has disconnected, or the user disconnected it or removed the server, or quits. */
export type SessionEnd = Extract<CancelReason["kind"], "host-left" | "switched-off" | "quit">;

/** What a session reports. */
export interface SessionListener {
  /**
   * The session begins: the host's name for itself, which is untrusted text. Called before any of its requests passes;
   * a text is the reason why none does.
   */
  host(host: Host): string | null;
  lines(lines: ServerLine[]): void;
  /** The host calls this tool, whatever becomes of the call. */
  called(tool: string): void;
  requestReceived(requestId: string): void;
  /** The host reads tools of the server; perhaps only some of them. Called before it gets them. */
  tools(tools: readonly ToolView[]): void;
  ended(): void;
}

export interface SessionSpec extends Omit<ConnectionSpec, "policy"> {
  sessionId: string;
  /** Where the server runs, and what it is told of the host's folder. */
  folder: string;
  /** The host's working folder, if it is known. */
  hostFolder?: string;
  /** How long the host waits for a call, by its config. */
  callLimitMs?: number;
  policy(): ServerPolicy;
}

/** Opens hosts' sessions; implemented by `mcp`. */
export interface SessionOpener {
  openSession(spec: SessionSpec, host: HostEnd, listener: SessionListener): HostSession;
}

/** The same message for an unknown id and a wrong token. */
export const UNKNOWN_ENTRY =
  "Countersign does not know this entry of the agent's config. Undo the change of the config in Countersign, or wrap the server again.";

/** Decides who may connect; a text is the reason for a refusal, for the host. */
export type Admission = (greeting: Greeting, host: HostEnd) => Promise<HostSession | string>;

/** The socket that relays connect to; implemented by `gateway`. */
export interface RelayListener {
  close(): Promise<void>;
}

/** A host's server that goes through Countersign. `file` is empty if the user adds the entry to the host's config. */
export interface Wrap {
  id: string;
  serverId: string;
  /** SHA-256 (hex) of the token in the host's config. */
  tokenHash: string;
  program: string;
  file: string;
  /** The path of the entry in the file. */
  path: (string | number)[];
  /** SHA-256 (hex) of the file as written with this entry, and the backup of the previous file. */
  writtenHash: string;
  backup: string;
  atMs: number;
  /** A session has used it. */
  isUsed: boolean;
  /** The last call of a tool through it, to the minute. */
  calledAtMs?: number | undefined;
  /** The host connects over HTTP, without the relay. */
  overHttp: boolean;
}

export interface WrapStore {
  load(): { wraps: Wrap[]; faults: Failure[] };
  save(wraps: readonly Wrap[]): Outcome<null, Failure>;
}

/** Config files of hosts: reads them, and replaces them atomically. */
export interface HostFiles {
  read(file: string): Promise<Outcome<{ text: string; hash: string }, Failure>>;
  /**
   * Replaces the content that has `hash` by `text`; fails as `stale` if it has changed. `backup`: copies the old file
   * there first. Returns the new hash.
   */
  replace(
    file: string,
    hash: string,
    text: string,
    backup: string | null,
  ): Promise<Outcome<string, Failure>>;
}

/** The HTTP port for hosts. It is closed until first needed. */
export interface HttpEndpoint {
  /** The address for the host's entry `wrapId`; fails if the port is taken. */
  address(wrapId: string): Promise<Outcome<string, Failure>>;
}

/** How a host starts the relay. */
export interface RelayStart {
  /** Absolute path of the script. */
  script: string;
  /** Absolute path of the machine's Node; null if there is none. */
  node(): Promise<string | null>;
}
