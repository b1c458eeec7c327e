// Servers as configured, as connected and as shown. The renderer never gets the values of secrets.
import type { ServerInput } from "./config/input.ts";
import type { Json, JsonObject } from "../json.ts";
import type { Placeholder } from "./config/placeholders.ts";
import type { ConfigFailure, ServerFailure } from "../outcome.ts";
import type { IdentityChange } from "./identity/identity.ts";
import type { KnownView } from "./identity/known.ts";
import type { LoosenedField } from "./identity/loosened.ts";
import type { SignInView } from "./signIn.ts";
import type { SharedRoot } from "./policy/policy.ts";

export type ServerId = string;
/** `endpoint`: no server, but a program that calls a model through the desk. */
export type TransportKind = "stdio" | "http" | "sse" | "demo" | "endpoint" | "hook";

/** `legacy`: versions up to 2025-11-25, requests are pushed. `modern`: from 2026-07-28, requests are embedded. */
export type Era = "legacy" | "modern";
export type EraChoice = ServerInput["era"];

/** An environment variable or header. The value of a secret never reaches the renderer. */
export type NamedValue =
  | { name: string; secret: false; value: string }
  | { name: string; secret: true; present: boolean };

export type Endpoint<V> =
  | {
      kind: "stdio";
      command: string;
      args: string[];
      cwd: string | null;
      env: V[];
      /** Names of environment variables whose values a host hands over with each session; absent for none. */
      hostEnv?: string[] | undefined;
    }
  | { kind: "http"; url: string; headers: V[]; hostHeaders?: string[] | undefined }
  | { kind: "sse"; url: string; headers: V[]; hostHeaders?: string[] | undefined }
  | { kind: "demo" };

/** Names of the variables or headers whose values a host hands over with each session. */
export const providedByHost = (endpoint: Endpoint<unknown>): string[] =>
  endpoint.kind === "stdio"
    ? (endpoint.hostEnv ?? [])
    : endpoint.kind === "demo"
      ? []
      : (endpoint.hostHeaders ?? []);

export type ConnectionState =
  | { kind: "off" }
  /**
   * Waits for the user to confirm the server; `hash` covers everything that would be started or reached, and the
   * policy.
   */
  | {
      kind: "needs-confirmation";
      hash: string;
      changed: boolean;
      /** The endpoint confirmed before, to show what changed. */
      before?: Extract<Endpoint<NamedValue>, { kind: "stdio" }>;
      /** The change of command line or address, with secrets masked, if nothing more is known of what was confirmed. */
      words?: IdentityChange;
      /** Files to be started that differ from the confirmed ones. */
      files?: IdentityChange[];
      /** What the config allows beyond the defaults; applies once confirmed. */
      loosened?: LoosenedField[];
    }
  /** The server requires signing in; see `ServerView.signIn`. */
  | { kind: "needs-sign-in" }
  | { kind: "connecting"; sinceMs: number }
  | { kind: "connected"; sinceMs: number }
  | { kind: "reconnecting"; attempt: number; nextAtMs: number; failure: ServerFailure }
  | { kind: "failed"; atMs: number; attempts: number; failure: ServerFailure };

/** What the server said about itself when it connected; untrusted text. */
export interface Negotiated {
  protocolVersion: string;
  era: Era;
  claims?: { name: string; version?: string; title?: string };
  capabilities: JsonObject;
  instructions?: string;
}

export interface ToolView {
  name: string;
  title?: string;
  description?: string;
  inputSchema: JsonObject;
  outputSchema?: JsonObject;
  annotations?: JsonObject;
  /** The tool can only run as a task (2025-11-25, tasks, "Tool-Level Negotiation"). */
  taskOnly?: true;
}
export interface PromptView {
  name: string;
  title?: string;
  description?: string;
  arguments: { name: string; description?: string; required: boolean }[];
}
export interface ResourceView {
  uri: string;
  name: string;
  description?: string;
  mimeType?: string;
  /** A URI template with `{variables}` (RFC 6570). */
  template: boolean;
}

/** An open session of a host with a server; the name is the host's own, untrusted text. */
export interface HostSessionView {
  id: string;
  /** Null until it has named itself. */
  host: string | null;
  /** The host's working folder; absent over HTTP, where nobody says it. */
  folder?: string;
  sinceMs: number;
}

export interface ServerView extends Required<Omit<ServerInput, "endpoint">> {
  id: ServerId;
  /** `run`: from `--config`, not stored. `demo`: the bundled server. */
  source: "stored" | "run" | "demo";
  endpoint: Endpoint<NamedValue>;
  enabled: boolean;
  state: ConnectionState;
  negotiated?: Negotiated;
  tools: ToolView[];
  prompts: PromptView[];
  resources: ResourceView[];
  /** Lists that were cut off because they exceed a cap. */
  cuts?: Partial<Record<Listed, ListCut>>;
  /** How often the server asked for roots on this connection, and what it last got. */
  rootsAsked?: { times: number; lastAtMs: number; told: SharedRoot[] | null };
  /** The number of requests received since the app started. */
  asked: number;
  /** Sessions of hosts, each with its own server process or connection; absent for none. */
  hostSessions?: HostSessionView[];
  confirmedAtMs?: number;
  /** The server's identity compared with the approved one; absent until first determined. */
  known?: KnownView;
  /** Invalid output: stdout lines that are not JSON-RPC, and dropped messages. */
  rubbish: { count: number; last: string | null };
  /** The number of output lines dropped from memory. */
  linesDropped?: number;
  /** State of signing in with the browser; absent if unknown. */
  signIn?: SignInView;
}

/** The lists that a server can offer. */
export const LISTED = ["tools", "prompts", "resources"] as const;
export type Listed = (typeof LISTED)[number];

/** Where a list was cut off, and by which cap. */
export interface ListCut {
  kept: number;
  limit: "pages" | "entries" | "bytes";
  most: number;
}

/** A round trip to a server; 2026-07-28 has no `ping`, so `server/discover` is used. */
export interface Pong {
  tookMs: number;
  method: "ping" | "server/discover";
}

/** A line of stderr, a log notification or invalid output; untrusted text. */
export interface ServerLine {
  atMs: number;
  /** `rubbish`: what a server wrote, `host`: what a host sent, that is no message and reached nobody. */
  from: "stderr" | "log" | "rubbish" | "host";
  /** Log level (RFC 5424 names); only for notifications. */
  level?: string;
  logger?: string;
  text: string;
  runId?: string;
}

/** A server found in another program's config, not added yet. */
export interface FoundServer {
  /** Of this search. */
  id: string;
  /** The program, and the file that contains the server. */
  program: string;
  file: string;
  input: ServerInput;
  /** The same server exists already, with the same values. */
  known: boolean;
  /** Placeholders such as `${env:X}`: kept literally, not expanded. */
  placeholders: readonly Placeholder[];
  /** Fields that are not used. */
  ignored: readonly string[];
}
export interface FoundConfig {
  servers: FoundServer[];
  faults: { file: string; failure: ConfigFailure }[];
}

/** A call made by the user: a tool, a prompt or a resource. */
export interface RunView {
  id: string;
  serverId: ServerId;
  kind: "tool" | "prompt" | "resource";
  name: string;
  arguments: Json;
  startedAtMs: number;
  endedAtMs?: number;
  state: "running" | "done" | "failed" | "cancelled";
  progress?: { progress: number; total?: number; message?: string; atMs: number };
  /** The result as received (`CallToolResult` …); a tool's own error has `isError`. */
  result?: Json;
  failure?: import("../outcome.ts").Failure;
  lines: ServerLine[];
  /** The number of older lines dropped from memory. */
  linesDropped?: number;
  requestIds: string[];
}
