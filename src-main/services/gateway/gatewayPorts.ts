// What the gateway needs of its adapters: the door that hosts come in by, a session on a wrapped server, the record of
// what was wrapped.
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import type { Host } from "../../../src-shared/sampling/life/sample.ts";
import type { ServerPolicy } from "../../../src-shared/servers/policy/policy.ts";
import type { ServerLine } from "../../../src-shared/servers/server.ts";
import type { ConnectionSpec } from "../ports.ts";

/** The host's end of a session. */
export interface HostEnd {
  /** Sends one JSON-RPC message, without a line end. */
  send(text: string): void;
  /** Ends the session: the host sees its server exit. */
  end(): void;
}

/** What a relay says of itself before anything else. */
export interface Greeting {
  wrapId: string;
  token: string;
  /** The host's working folder: the server runs there. */
  folder: string;
}

/** One session of a host on a wrapped server: it has a connection to that server of its own. */
export interface HostSession {
  /**
   * Takes bytes of the host: JSON-RPC messages, one a line (MCP "Transports", stdio). Resolves when more may be read.
   */
  receive(chunk: Uint8Array): Promise<void>;
  /** The host is gone. Ends the server and every request of it. */
  close(): Promise<void>;
}

/** What a session tells of itself. */
export interface SessionListener {
  /** What the host calls itself: foreign text. */
  host(host: Host): void;
  lines(lines: ServerLine[]): void;
  sampleReceived(sampleId: string): void;
  ended(): void;
}

export interface SessionSpec extends Omit<ConnectionSpec, "policy"> {
  sessionId: string;
  /** The host's working folder. */
  folder: string;
  policy(): ServerPolicy;
}

/** Opens sessions of hosts; implemented by `mcp`. */
export interface SessionOpener {
  openSession(spec: SessionSpec, host: HostEnd, listener: SessionListener): HostSession;
}

/** Why nobody comes in with another id or token. */
export const UNKNOWN_ENTRY =
  "Countersign does not know this entry of the host's config. Undo the change of the config in Countersign, or wrap the server again.";

/** Says who may come in; a text is the reason why not, for the host. */
export type Admission = (greeting: Greeting, host: HostEnd) => Promise<HostSession | string>;

/** The way in for relays; implemented by `gateway`. */
export interface Door {
  close(): Promise<void>;
}

/** A server of a host that goes through Countersign. An empty `file`: the user enters it into the host's config. */
export interface Wrap {
  id: string;
  serverId: string;
  /** SHA-256 (hex) of the token in the host's config. */
  tokenHash: string;
  program: string;
  file: string;
  /** Where the entry stands in the file. */
  path: (string | number)[];
  /** SHA-256 (hex) of the file as it was written with this entry, and the copy of the file before. */
  writtenHash: string;
  backup: string;
  atMs: number;
  /** A session has come in through it. */
  isUsed: boolean;
  /** The host comes in over HTTP, not by the relay. */
  overHttp: boolean;
}

export interface WrapStore {
  load(): { wraps: Wrap[]; faults: Failure[] };
  save(wraps: readonly Wrap[]): Outcome<null, Failure>;
}

/** Config files of hosts: read, and replaced whole. */
export interface HostFiles {
  read(file: string): Promise<Outcome<{ text: string; hash: string }, Failure>>;
  /**
   * Writes `text` in place of what has `hash`; anything else is `stale`. `backup`: a copy of the file goes there first.
   * Gives the hash of what was written.
   */
  replace(
    file: string,
    hash: string,
    text: string,
    backup: string | null,
  ): Promise<Outcome<string, Failure>>;
}

/** The secrets by which relays are known. */
export interface Tokens {
  make(): string;
  hash(token: string): string;
  /** In constant time. */
  isToken(token: string, hash: string): boolean;
}

/** The way in over HTTP. It is closed until it is first asked for. */
export interface HttpWay {
  /** The address of the host's entry `wrapId`; fails where the port is taken. */
  address(wrapId: string): Promise<Outcome<string, Failure>>;
}

/** How a host starts the relay. */
export interface RelayStart {
  /** Absolute path of the script. */
  script: string;
  /** Absolute path of the machine's Node; null where there is none. */
  node(): Promise<string | null>;
}
