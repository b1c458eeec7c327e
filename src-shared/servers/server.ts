// Servers as configured, as connected, as shown. The renderer sees secrets only as "present".
import type { Json, JsonObject } from "../json.ts";
import type { ConfigFailure, ServerFailure } from "../outcome.ts";
import type { IdentityChange } from "./identity/identity.ts";
import type { KnownView } from "./identity/known.ts";
import type { Loosened } from "./identity/loosened.ts";
import type { SignInView } from "./signIn.ts";
import type { ServerPolicy, SharedRoot } from "./policy/policy.ts";

export type ServerId = string;
export type TransportKind = "stdio" | "http" | "sse" | "demo";

/** `legacy`: versions up to 2025-11-25, requests are pushed. `modern`: since 2026-07-28, embedded. */
export type Era = "legacy" | "modern";
/** Which era to speak: `auto` tries legacy first and modern only where `initialize` is refused. */
export type EraChoice = Era | "auto";

/** A named value of an environment or header list. A secret's value never reaches the renderer. */
export type NamedValue =
  | { name: string; secret: false; value: string }
  | { name: string; secret: true; present: boolean };

/** The same as written by the user: `value: null` keeps the stored secret. */
export interface NamedValueInput {
  name: string;
  secret: boolean;
  value: string | null;
}

export type Endpoint<V> =
  | { kind: "stdio"; command: string; args: string[]; cwd: string | null; env: V[] }
  | { kind: "http"; url: string; headers: V[] }
  | { kind: "sse"; url: string; headers: V[] }
  | { kind: "demo" };

/** A server as the user enters it. */
export interface ServerInput {
  name: string;
  endpoint: Endpoint<NamedValueInput>;
  era: EraChoice;
  /** Absent: as it stands, or the defaults for a new one. */
  policy?: ServerPolicy | undefined;
}

export type ConnectionState =
  | { kind: "off" }
  /** It waits for the user's word; `hash` binds that to all that would be started or reached, and allowed. */
  | {
      kind: "needs-confirmation";
      hash: string;
      changed: boolean;
      /** What was confirmed the last time, to show what is different now. */
      before?: Extract<Endpoint<NamedValue>, { kind: "stdio" }>;
      /** Where nothing but command and arguments, or the address, is known of that: both, secrets masked. */
      words?: IdentityChange;
      /** Files that would be started and are others than those that were confirmed. */
      files?: IdentityChange[];
      /** What its config lets it do beyond the usual: it holds once this is confirmed. */
      loosened?: Loosened[];
    }
  /** The server wants the user to sign in; `ServerView.signIn` says how far that is. */
  | { kind: "needs-sign-in" }
  | { kind: "connecting"; sinceMs: number }
  | { kind: "connected"; sinceMs: number }
  | { kind: "reconnecting"; attempt: number; nextAtMs: number; failure: ServerFailure }
  | { kind: "failed"; atMs: number; attempts: number; failure: ServerFailure };

/** What the server said of itself when it was connected: foreign text. */
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
  /** It runs as a task alone (2025-11-25, tasks, "Tool-Level Negotiation"). */
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
  /** A template's URI holds `{variables}` (RFC 6570). */
  template: boolean;
}

export interface ServerView {
  id: ServerId;
  name: string;
  /** `run` servers come from `--config` and are not stored; `demo` is the bundled one. */
  source: "stored" | "run" | "demo";
  endpoint: Endpoint<NamedValue>;
  era: EraChoice;
  policy: ServerPolicy;
  enabled: boolean;
  state: ConnectionState;
  negotiated?: Negotiated;
  tools: ToolView[];
  prompts: PromptView[];
  resources: ResourceView[];
  /** Lists of which the server had more than is taken. */
  cuts?: Partial<Record<Listed, ListCut>>;
  /** How often the server asked for the shared folders on this connection, and what it was told the last time. */
  rootsAsked?: { times: number; lastAtMs: number; told: SharedRoot[] | null };
  /** Samples received since the app was started. */
  asked: number;
  confirmedAtMs?: number;
  /** Who it really is, and what of that the user does not know yet; absent before the first look. */
  known?: KnownView;
  /** Lines on stdout that were not JSON-RPC, and messages that were dropped: shown, not swallowed. */
  rubbish: { count: number; last: string | null };
  /** Lines of its output that are no longer kept in memory. */
  linesDropped?: number;
  /** Signing in with the browser: absent where nothing is known of it. */
  signIn?: SignInView;
}

/** What a server offers. */
export const LISTED = ["tools", "prompts", "resources"] as const;
export type Listed = (typeof LISTED)[number];

/** How far a list was taken that has no end, or goes beyond what is taken. */
export interface ListCut {
  kept: number;
  limit: "pages" | "entries" | "bytes";
  most: number;
}

/** A round trip to a server; 2026-07-28 knows no `ping` and is asked something else. */
export interface Pong {
  tookMs: number;
  method: "ping" | "server/discover";
}

/** One line that a server wrote: stderr, or a log notification. Foreign text. */
export interface ServerLine {
  atMs: number;
  from: "stderr" | "log" | "rubbish";
  /** Log level of the notification (RFC 5424 names); absent for stderr. */
  level?: string;
  logger?: string;
  text: string;
  runId?: string;
}

/** A server found in another program's settings, or in a pasted config; not taken over yet. */
export interface FoundServer {
  /** Program and file where it stands. */
  program: string;
  file: string;
  input: ServerInput;
  /** A server with the same endpoint is configured already. */
  known: boolean;
}
export interface FoundConfig {
  servers: FoundServer[];
  faults: { file: string; failure: ConfigFailure }[];
}

/** A call of the user's own: a tool, a prompt, a resource. */
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
  /** The result as it came (`CallToolResult` …); a tool's own failure has `isError` in it. */
  result?: Json;
  failure?: import("../outcome.ts").Failure;
  lines: ServerLine[];
  /** Older lines that are no longer kept in memory. */
  linesDropped?: number;
  sampleIds: string[];
}
