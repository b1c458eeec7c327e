// Interfaces that services need of the adapters. A service implements a user's action that involves more than one
// adapter.
import type { Origin } from "#shared/request/life/heldRequest.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import type { ConfigFailure, Failure, Outcome } from "#shared/outcome.ts";
import type {
  ConnectionState,
  Endpoint,
  EraChoice,
  ListCut,
  Listed,
  Negotiated,
  Pong,
  PromptView,
  ResourceView,
  RunView,
  ServerInput,
  ServerLine,
  ServerView,
  ToolView,
} from "#shared/servers/server.ts";
import type { Certificate, ServerIdentity } from "#shared/servers/identity/identity.ts";
import type { IssuerPair, SignedOut, SignInView } from "#shared/servers/signIn.ts";
import type { ServerPolicy, SharedRoot } from "#shared/servers/policy/policy.ts";
import type { TrafficMessage, TrafficRow } from "#shared/servers/traffic.ts";
import type { Requester } from "#shared/request/life/heldRequest.ts";

/** A value with its secret filled in. Stays in main, and is only passed to a process's environment or a header. */
export interface ResolvedValue {
  name: string;
  value: string;
  secret: boolean;
}

/** Everything needed to open one connection. */
export interface ConnectionSpec {
  serverId: string;
  /** The server's name as the user set it. */
  name: string;
  endpoint: Endpoint<ResolvedValue>;
  era: EraChoice;
  policy: ServerPolicy;
  /** The command line or address for display, secrets masked. */
  where: string;
  /** The server's identity as known now, and which of the given tools have changed descriptions. */
  identityFor?(
    tools: readonly string[],
  ): Pick<Requester, "identity" | "identityChanged" | "toolsChanged">;
}

/** What inspecting a command finds, without starting it. */
export type ProgramFacts = Pick<
  Extract<ServerIdentity, { kind: "program" }>,
  "path" | "sha256" | "files" | "runner"
>;

/** Finds which files a command would start, and hashes them; implemented by `mcp`. */
export interface ProgramInspector {
  look(command: Extract<Endpoint<ResolvedValue>, { kind: "stdio" }>): Promise<ProgramFacts>;
}

/** What a connection reports. Text from the server is passed on unchanged. */
export interface ConnectionListener {
  state(state: ConnectionState): void;
  negotiated(negotiated: Negotiated): void;
  tools(tools: ToolView[]): void;
  prompts(prompts: PromptView[]): void;
  resources(resources: ResourceView[]): void;
  /** Where the list was cut off, if the server had more; null if it is complete. */
  listCut(list: Listed, cut: ListCut | null): void;
  lines(lines: ServerLine[]): void;
  /** The certificate that the server's responses come with. */
  certificate(certificate: Certificate): void;
  rubbish(count: number, last: string): void;
  /** The server asked for the shared folders and was sent these; null if it may not ask for any. */
  rootsAsked(told: SharedRoot[] | null): void;
  /** Progress of a sign-in, or that the server requires one. */
  signIn(view: SignInView): void;
  /** The desk received a sampling request of this server; `runIds` are the calls that may have caused it. */
  requestReceived(requestId: string, runIds: string[]): void;
}

/** One of our calls on a connection. */
export interface CallSpec {
  runId: string;
  kind: RunView["kind"];
  name: string;
  arguments: JsonObject;
}
export interface CallListener {
  progress(progress: { progress: number; total?: number; message?: string }): void;
  line(line: ServerLine): void;
}

/** A client id that the user registered with the issuer by hand. */
export interface EnteredClient {
  id: string;
  secret: string | null;
}

/** Sign-in to one server. */
export interface SignInControl {
  /** Starts the sign-in as shown. False if that is no longer possible. */
  start(byHand: EnteredClient | null): boolean;
  /** Accepts the two spellings of the issuer that are shown. False if that is no longer possible. */
  acceptIssuer(pair: IssuerPair): boolean;
  /** Declines to sign in, or aborts a sign-in. */
  cancel(): void;
  signOut(): Promise<SignedOut>;
}

/** The connection to one configured server: opens, reconnects, closes. */
export interface Connection {
  /** Null where there is no sign-in: a local server, or one with a token of its own. */
  readonly signIn: SignInControl | null;
  open(): Promise<void>;
  /** Closes the connection; every request on it ends. */
  close(because: "switched-off" | "quit" | "disconnected"): Promise<void>;
  /** Resolves when the call has ended; `signal` cancels it. Has no timeout of its own. */
  call(
    spec: CallSpec,
    listener: CallListener,
    signal: AbortSignal,
  ): Promise<Outcome<Json, Failure>>;
  /** The calls that are open on it. */
  openOrigin(): Origin;
  setLogLevel(level: string): Promise<Outcome<null, Failure>>;
  /** Measures one round trip to the server. */
  ping(): Promise<Outcome<Pong, Failure>>;
  /** Applies a new policy; capabilities that were declared at initialization are not declared again. */
  setPolicy(policy: ServerPolicy): void;
}

/** Opens connections; implemented by `mcp`. */
export interface Connector {
  connect(spec: ConnectionSpec, listener: ConnectionListener): Connection;
  /** The messages exchanged with a server since the app was started. */
  traffic(serverId: string): Traffic;
  /** Drops the traffic of a removed server. */
  dropTraffic(serverId: string): void;
}

/** The messages kept of those between Countersign and one server; secrets masked. */
export interface Traffic {
  /** Called with the number of each row that is new or changed; null while nobody watches. */
  onRow: ((seq: number) => void) | null;
  /** How many older rows were dropped, and the number of the oldest that is kept. */
  readonly forgotten: number;
  readonly firstSeq: number;
  rows(): TrafficRow[];
  row(seq: number): TrafficRow | null;
  message(seq: number): TrafficMessage | null;
  /** Numbers above `afterSeq` of the rows whose message contains the text, ignoring case. */
  find(text: string, afterSeq: number): number[];
  clear(): void;
}

/** A config file of another program: its text, or why it cannot be read. */
export type ConfigFile =
  | { program: string; file: string; text: string }
  | { program: string; file: string; failure: ConfigFailure };

/** Finds config files of other programs on this machine; missing ones are left out. */
export interface ConfigFiles {
  find(): Promise<ConfigFile[]>;
  /** Reads these files, wherever they are. */
  read(files: readonly string[]): Promise<ConfigFile[]>;
}

/** Hears of servers, their traffic and the calls to them. */
export interface ServersAudience {
  serverChanged(server: ServerView): void;
  serverRemoved(id: string): void;
  serverLines(id: string, lines: ServerLine[]): void;
  /** Rows of the server whose traffic is being watched; rows before `firstSeq` were dropped. */
  trafficRows(id: string, rows: TrafficRow[], forgotten: number, firstSeq: number): void;
  runChanged(run: RunView): void;
  runRemoved(id: string): void;
}

export type { ServerInput };
