// What the services need of the adapters, as types. A service is what the user does that needs more
// than one adapter.
import type { SpentDay } from "../../src-shared/models/cost/spending.ts";
import type { Json, JsonObject } from "../../src-shared/json.ts";
import type { HistoryImported, HistoryTask } from "../../src-shared/ledger/files.ts";
import type { FixturesView } from "../../src-shared/fixtures/view.ts";
import type { DryRunning } from "../../src-shared/ipc/rules.ts";
import type { KeepingView } from "../../src-shared/ledger/keeping.ts";
import type { HistoryView } from "../../src-shared/ledger/history.ts";
import type { Verifying } from "../../src-shared/ledger/verifying.ts";
import type { ConfigFailure, Failure, Outcome } from "../../src-shared/outcome.ts";
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
} from "../../src-shared/servers/server.ts";
import type { Certificate, ServerIdentity } from "../../src-shared/servers/identity/identity.ts";
import type { KnownServer } from "../../src-shared/servers/identity/known.ts";
import type { SignedOut, SignInView } from "../../src-shared/servers/signIn.ts";
import type { ServerPolicy, SharedRoot } from "../../src-shared/servers/policy/policy.ts";
import type { TrafficMessage, TrafficRow } from "../../src-shared/servers/traffic.ts";
import type { LimitsView } from "../../src-shared/ipc/limits.ts";
import type { LocalView } from "../../src-shared/models/local/local.ts";
import type { ModelsView } from "../../src-shared/models/model.ts";
import type { MasterSwitch, Settings } from "../../src-shared/settings/settings.ts";
import type { RulesView } from "../../src-shared/ipc/rules.ts";
import type { Draft } from "../../src-shared/sampling/life/decision.ts";
import type { Asker } from "../../src-shared/sampling/life/sample.ts";

/** A value with its secret resolved: only inside main, only on its way to a process or a header. */
export interface ResolvedValue {
  name: string;
  value: string;
  secret: boolean;
}

/** Everything needed to open one connection. */
export interface ConnectionSpec {
  serverId: string;
  /** The user's name for it. */
  name: string;
  endpoint: Endpoint<ResolvedValue>;
  era: EraChoice;
  policy: ServerPolicy;
  /** The command line or address as shown, secrets masked. */
  where: string;
  /** Who asks really, as that stands now, and which of the given tools are described in another way than was known. */
  whose?(tools: readonly string[]): Pick<Asker, "identity" | "identityChanged" | "toolsChanged">;
}

/** What a look at a command finds; nothing is started for it. */
export type ProgramFacts = Pick<
  Extract<ServerIdentity, { kind: "program" }>,
  "path" | "sha256" | "files" | "runner"
>;

/** Finds out which files a command would start, and what they hold; implemented by `mcp`. */
export interface ProgramInspector {
  look(command: Extract<Endpoint<ResolvedValue>, { kind: "stdio" }>): Promise<ProgramFacts>;
}

/** What is known of servers, by id (`known.json`). */
export interface KnownStore {
  load(): { known: Record<string, KnownServer>; faults: Failure[] };
  save(known: Record<string, KnownServer>): Outcome<null, Failure>;
}

/** What a connection tells; all foreign text as it came. */
export interface ConnectionListener {
  state(state: ConnectionState): void;
  negotiated(negotiated: Negotiated): void;
  tools(tools: ToolView[]): void;
  prompts(prompts: PromptView[]): void;
  resources(resources: ResourceView[]): void;
  /** How far that list was taken, where the server had more; null: all of it. */
  listCut(list: Listed, cut: ListCut | null): void;
  lines(lines: ServerLine[]): void;
  /** Whose certificate its answers come with. */
  certificate(certificate: Certificate): void;
  rubbish(count: number, last: string): void;
  /** The server asked for the shared folders and was told these; null: that there are none to ask for. */
  rootsAsked(told: SharedRoot[] | null): void;
  /** How far a sign-in is, or that there is one. */
  signIn(view: SignInView): void;
  /** The desk took a request of this server in; `runIds` are the runs that may have caused it. */
  sampleReceived(sampleId: string, runIds: string[]): void;
}

/** A call of ours on a connection. */
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

/** A client id that the user got from an issuer. */
export interface ClientByHand {
  id: string;
  secret: string | null;
}

/** What the user does about signing in to one server. */
export interface SignInControl {
  /** Agrees to what is on screen. False: there is nothing to agree to any more. */
  start(byHand: ClientByHand | null): boolean;
  /** "Not now", or breaks off what is under way. */
  cancel(): void;
  signOut(): Promise<SignedOut>;
}

/** One configured server's connection: opens, keeps itself open, closes. */
export interface Connection {
  /** Null where nobody signs in: a local server, or one with a token of its own. */
  readonly signIn: SignInControl | null;
  open(): Promise<void>;
  /** Ends the connection and every request on it. */
  close(because: "switched-off" | "quit" | "disconnected"): Promise<void>;
  /** Resolves when the call has ended; `signal` cancels it. Never times out by itself. */
  call(
    spec: CallSpec,
    listener: CallListener,
    signal: AbortSignal,
  ): Promise<Outcome<Json, Failure>>;
  setLogLevel(level: string): Promise<Outcome<null, Failure>>;
  /** One round trip to the server and back. */
  ping(): Promise<Outcome<Pong, Failure>>;
  /** What holds from now on; what is declared is not told anew. */
  setPolicy(policy: ServerPolicy): void;
}

/** Opens connections; implemented by `mcp`. */
export interface Connector {
  connect(spec: ConnectionSpec, listener: ConnectionListener): Connection;
  /** What passed on the connections of a server since the app was started. */
  traffic(serverId: string): Traffic;
  /** Forgets it: the server was removed. */
  forgetTraffic(serverId: string): void;
}

/** What passed between Countersign and one server, as far as it is kept; secrets masked. */
export interface Traffic {
  /** Hears the number of each row that is new or was changed; null while nobody looks. */
  onRow: ((seq: number) => void) | null;
  /** How many older rows are no longer kept, and the oldest number that is. */
  readonly forgotten: number;
  readonly firstSeq: number;
  rows(): TrafficRow[];
  row(seq: number): TrafficRow | null;
  message(seq: number): TrafficMessage | null;
  /** The numbers after `afterSeq` whose message holds the text, whatever its case. */
  find(text: string, afterSeq: number): number[];
  clear(): void;
}

type StoredValue = { name: string; secret: boolean; value: string | null };
/** A local command as kept on disk. */
export type StoredCommand = Extract<Endpoint<StoredValue>, { kind: "stdio" }>;

/** A server as kept on disk. Secret values live in `Secrets` under `server:<id>:<env|header>:<name>`. */
export interface StoredServer {
  id: string;
  name: string;
  endpoint: Endpoint<StoredValue>;
  era: EraChoice;
  policy: ServerPolicy;
  /** The policy as a config brought it: what it lets the server do beyond the usual is confirmed with the start. */
  offered?: ServerPolicy | undefined;
  enabled: boolean;
  /** Hash of all that was confirmed to be started or reached, when, and the command to show what is different later. */
  confirmed: { hash: string; atMs: number; what: StoredCommand | null } | null;
}

/**
 * A command of a `--config` server that was confirmed in some run. Such servers are not stored, so only
 * hashes are: of the server's name, and of all that was confirmed.
 */
export interface ConfirmedRun {
  nameHash: string;
  hash: string;
  atMs: number;
  /** Of the files that were confirmed with it. */
  files?: string | undefined;
}

/** Servers on disk (`servers.json`). A broken file is kept aside and said, never overwritten. */
export interface ServerStore {
  load(): { servers: StoredServer[]; confirmedRuns: ConfirmedRun[]; faults: Failure[] };
  save(servers: StoredServer[], confirmedRuns: ConfirmedRun[]): Outcome<null, Failure>;
}

/** Secrets by name; encrypted by the system's key store or, said on screen, in memory only. */
export interface Secrets {
  readonly storage: "encrypted" | "memory";
  /** Where it was kept for an address, `fits` says whether it may be used; else there is none. */
  get(name: string, fits?: (address: string) => boolean): string | null;
  /** All that is held, to keep it out of what leaves. */
  everything(): string[];
  /** `address`: all that it may be sent to, kept with it in one piece. */
  set(name: string, value: string, address?: string): Outcome<null, Failure>;
  /** Several at once, all of them or none: a value to be kept, or null to be removed. */
  setAll(values: Readonly<Record<string, string | null>>, address?: string): Outcome<null, Failure>;
  /**
   * Addresses by name, for secrets that were kept without one; those that have one stay as they are. It holds until the
   * app is quit also where it cannot be written.
   */
  bind(addresses: ReadonlyMap<string, string>): Outcome<null, Failure>;
  remove(name: string): void;
  /** Removes every secret whose name begins so. */
  removeAll(prefix: string): void;
}

export interface SettingsStore {
  load(): { settings: Settings; masterSwitch: MasterSwitch; faults: Failure[] };
  save(settings: Settings, masterSwitch: MasterSwitch): Outcome<null, Failure>;
}

/** Drafts by sample and gate, kept as they are typed. */
export interface DraftStore {
  save(sampleId: string, draft: Draft): void;
  discard(sampleId: string, gate: Draft["gate"]): void;
  /** The user has put its request away. */
  forget(sampleId: string): void;
  forSample(sampleId: string): Draft[];
  /** Something is kept for it, or may be: what cannot be read, now or by this version, counts. */
  mayHold(sampleId: string): boolean;
  all(): Record<string, Draft[]>;
  /** Writes at once what waits to be written. False, and said, where that failed. */
  flush(): boolean;
  close(): void;
}

/** The environment of the user's login shell; what stdio servers inherit of it is decided in `mcp`. */
export interface LoginShell {
  path(): Promise<string>;
}

/** The same environment, for what else the user may have set there. */
export interface ShellVariables {
  /** A variable that the login shell sets, or null. */
  variable(name: string): Promise<string | null>;
}

/** A config file of another program: its text, or why it cannot be read. */
export type ConfigFile =
  | { program: string; file: string; text: string }
  | { program: string; file: string; failure: ConfigFailure };

/** Finds the config files of other programs on this machine. One that does not exist is left out. */
export interface ConfigFiles {
  find(): Promise<ConfigFile[]>;
  /** These files, wherever they are. */
  read(files: readonly string[]): Promise<ConfigFile[]>;
}

/** Where views of services go; `app/compose` joins it to the pushes. */
export interface ServiceAudience {
  serverChanged(server: ServerView): void;
  serverRemoved(id: string): void;
  hostsChanged(): void;
  serverLines(id: string, lines: ServerLine[]): void;
  /** Rows of the server whose traffic is looked at; those before `firstSeq` are no longer kept. */
  trafficRows(id: string, rows: TrafficRow[], forgotten: number, firstSeq: number): void;
  runChanged(run: RunView): void;
  runRemoved(id: string): void;
  localChanged(local: LocalView): void;
  modelsChanged(models: ModelsView): void;
  settingsChanged(settings: Settings): void;
  limitsChanged(limits: LimitsView): void;
  historyMoved(history: HistoryView): void;
  fixturesChanged(fixtures: FixturesView): void;
  verifyingMoved(verifying: Verifying): void;
  dryRunning(running: DryRunning): void;
  historyImported(imported: HistoryImported | null): void;
  historyTask(task: HistoryTask | null): void;
  keepingMoved(keeping: KeepingView): void;
  rulesChanged(rules: RulesView): void;
  fault(failure: Failure): void;
}

export type { ServerInput };

/** The sums as they are kept; implemented by `store`. */
export interface SpendingStore {
  /** The rows from `day` (`YYYY-MM-DD`) on, or all; newest day first. */
  since(day: string | null): Outcome<SpentDay[], Failure>;
}
