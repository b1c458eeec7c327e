// The servers that the user configured, those of `--config` and the bundled demo: added, changed, connected, removed.
// Secret values never leave main.
import type { HeldRequest, Origin } from "#shared/request/life/heldRequest.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { ServerStanding } from "#shared/rules/judged.ts";
import type { ToolDifference } from "#shared/servers/identity/known.ts";
import { needsReconnect } from "#shared/servers/policy/policy.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import type { ServerLine, ServerView } from "#shared/servers/server.ts";
import type { ServerInput } from "#shared/servers/config/input.ts";
import type { IssuerPair, SignedOut } from "#shared/servers/signIn.ts";
import type { JsonObject } from "#shared/json.ts";
import type { Clock, Hasher } from "../core/ports.ts";
import type { ServerConnection } from "./mcp/session/connection.ts";
import type { Connector } from "./mcp/session/connector.ts";
import type { ManualClient } from "./mcp/oauth/registration.ts";
import type { ProgramInspector } from "./mcp/identity/program.ts";
import type { RequesterSource } from "../core/requesters.ts";
import type { Secrets } from "../profile/encryption/secrets.ts";
import type { TrafficLog } from "./mcp/wire/traffic.ts";
import type { ServerStore, StoredServer } from "./serverStore.ts";
import type { KnownStore } from "./knownStore.ts";
import type { NamedSecret } from "./calls/contextMask.ts";
import { endpointKey } from "./endpoint.ts";
import { joinedOrigin } from "./mcp/requests/openCalls.ts";
import { HostSessions } from "./hostSessions.ts";
import { Identities } from "./identities.ts";
import { ServerConnections } from "./serverConnections.ts";
import type { ServerEntry, ServerListener } from "./serverEntry.ts";
import { ServerHosts } from "./serverHosts.ts";
import {
  DEMO_ID,
  isAlreadyListed,
  runChanged,
  runId,
  runStored,
  ServerList,
  storedOf,
} from "./serverList.ts";
import { StartConfirmations } from "./startConfirmations.ts";

type Done = Outcome<null, Failure>;
const UNKNOWN = { kind: "not-found", what: "server" } as const;

export interface ServersDeps {
  connector: Connector;
  store: ServerStore;
  /** Servers' identities that the user last approved. */
  known: KnownStore;
  secrets: Secrets;
  /** Inspects what a command would start. */
  inspector: Pick<ProgramInspector, "look">;
  hasher: Hasher;
  /** Hashes confirmed commands with a key, so that editing the servers file cannot confirm one. */
  commandHasher: Hasher;
  clock: Clock;
  listener: ServerListener;
  /** Writes a row about the ledger itself. */
  note(kind: string, facts: JsonObject): Outcome<void, Failure>;
}

/** Hears of changes of the list, after the window. */
export interface ServersFollower {
  /** A server was added, brought back or changed. */
  serverChanged(): void;
  /** It was removed, which can be undone. */
  serverRemoved(id: string): void;
  /** The removal is final. */
  serverDeleted(id: string): void;
}

export class ServersService implements RequesterSource {
  readonly #deps: ServersDeps;
  readonly #followers: Partial<ServersFollower>[] = [];
  readonly #hosts = new ServerHosts(() => this.views());
  readonly #list: ServerList;
  readonly #identities: Identities;
  readonly #confirming: StartConfirmations;
  readonly #connections: ServerConnections;
  readonly #requestListeners: ((runId: string, requestId: string) => void)[] = [];
  /** Sessions of hosts. */
  readonly sessions: HostSessions;
  /** What was wrong with the files when they were read, and with later writes of identities. */
  readonly faults: Failure[];

  constructor(deps: ServersDeps) {
    this.#deps = deps;
    const { connector, inspector, clock, note } = deps;
    const servers = new ServerList(deps.store, deps.secrets, {
      serverRemoved: (id) => deps.listener.serverRemoved(id),
      serverLines: (id, lines) => deps.listener.serverLines(id, lines),
      serverChanged: (server) => {
        deps.listener.serverChanged(server);
        this.#hosts.changed();
        for (const follower of this.#followers) follower.serverChanged?.();
      },
    });
    this.#list = servers;
    this.faults = servers.faults;
    const identities = new Identities({
      store: deps.known,
      hasher: deps.hasher,
      clock,
      fault: (failure) => void this.faults.push(failure),
    });
    identities.restore(servers.stored());
    this.#identities = identities;
    const confirming = new StartConfirmations({
      servers,
      identities,
      hasher: deps.commandHasher,
      clock,
    });
    this.#confirming = confirming;
    this.#connections = new ServerConnections({
      connector,
      clock,
      inspector,
      identities,
      confirming,
      requestReceived: (runId, requestId) =>
        this.#requestListeners.forEach((tell) => tell(runId, requestId)),
    });
    this.sessions = new HostSessions({
      servers,
      connector,
      inspector,
      clock,
      identities,
      confirming,
      note,
    });
  }

  /** Connects all servers that are turned on. */
  start(): void {
    for (const entry of this.#list.all()) if (entry.stored.enabled) this.#connections.open(entry);
  }

  follow(follower: Partial<ServersFollower>): void {
    this.#followers.push(follower);
  }

  /** Adds the servers of a `--config` for this run only; servers that are already present stay unchanged. */
  takeRun(inputs: ServerInput[]): void {
    // Ids are derived from names, so a removed server could collide with a new one.
    this.finishRemoval();
    for (const input of inputs) {
      if (isAlreadyListed(this.#list.all(), input)) continue;
      const id = runId(input, (taken) => this.#list.get(taken) !== undefined);
      const entry = this.#list.add(runStored(id, input), "run");
      entry.pushNow();
      this.#connections.open(entry);
    }
  }

  views(): ServerView[] {
    return this.#list.all().map((entry) => entry.view());
  }

  /** The stored server that is started or reached with exactly these values; undefined if there is none. */
  withEndpoint(endpoint: ServerInput["endpoint"]): string | undefined {
    const key = endpointKey(endpoint);
    const isSame = (entry: ServerEntry) =>
      entry.source === "stored" && endpointKey(entry.resolved()) === key;
    return this.#list.all().find(isSame)?.stored.id;
  }

  /** The connection for calls: undefined if the server is unknown, null if it is off. */
  connection(id: string): ServerConnection | null | undefined {
    return this.#list.get(id)?.connection;
  }

  /** Which open call of the server, of the Workbench or of a host, a completion of its own program belongs to. */
  originOf = (id: string): Origin =>
    joinedOrigin([this.connection(id)?.openOrigin(), ...this.sessions.origins(id)]);

  /** The secrets that servers were given, `--config` servers included. They never leave main. */
  secretValues(): NamedSecret[] {
    return this.#list.all().flatMap((entry) => entry.secrets());
  }

  /** Calls the listener for each sampling request that a run may have caused. */
  onRequest(listener: (runId: string, requestId: string) => void): void {
    this.#requestListeners.push(listener);
  }

  /** Adds a server, turned on by default; returns its id. */
  add(input: ServerInput, enabled = true): Outcome<string, Failure> {
    const id = this.#deps.clock.newId();
    const kept = this.#list.keepSecrets(id, input);
    if (!kept.ok) return kept;
    const entry = this.#list.add({ ...storedOf(id, input, null), enabled }, "stored");
    const saved = this.#list.save();
    if (!saved.ok) {
      this.#list.drop(entry);
      this.#list.deleteSecrets(id);
      return saved;
    }
    entry.pushNow();
    if (enabled) this.#connections.open(entry);
    return ok(id);
  }

  /** Changes a server; its connection is closed, and opened again if it is turned on. */
  update(id: string, input: ServerInput): Done {
    const entry = this.#list.get(id);
    if (entry === undefined || entry.source === "demo") return fail(UNKNOWN);
    const before = entry.stored;
    if (entry.source === "run") {
      entry.stored = runChanged(before, input);
    } else {
      const kept = this.#list.keepSecrets(id, input);
      if (!kept.ok) return kept;
      const saved = this.#list.store(entry, storedOf(id, input, before));
      if (!saved.ok) return saved;
      this.#list.deleteOldSecrets(before, input);
    }
    this.#connections.reopen(entry);
    entry.pushNow();
    return ok(null);
  }

  /**
   * Changes a server's policy. Limits apply from the next request on. Capabilities are declared in the handshake, so
   * changing one reconnects, which cancels pending requests.
   */
  setPolicy(id: string, policy: ServerPolicy): Done {
    const entry = this.#list.get(id);
    if (entry === undefined) return fail(UNKNOWN);
    const before = entry.stored;
    const noted = this.sessions.permissionChanges(entry, policy);
    const saved = noted.ok ? this.#list.store(entry, { ...before, policy }) : noted;
    if (!saved.ok) return saved;
    entry.pushNow();
    if (needsReconnect(before.policy, policy))
      return entry.stored.enabled ? this.connect(id) : ok(null);
    entry.connection?.setPolicy(policy);
    return ok(null);
  }

  /** The server's current identity, for rules bound to it; null if it is unknown. */
  standing(id: string): ServerStanding | null {
    const entry = this.#list.get(id);
    return entry === undefined ? null : this.#identities.standing(entry, this.#list.all());
  }

  /** The server's policy; null if it is unknown. */
  policyOf(id: string): ServerPolicy | null {
    return this.#list.get(id)?.stored.policy ?? null;
  }

  /** Hosts of the servers' addresses. */
  hosts(): readonly string[] {
    return this.#hosts.list();
  }

  /** Turning a server off closes the connection and ends every request on it. */
  enable(id: string, enabled: boolean): Done {
    const entry = this.#list.get(id);
    if (entry === undefined) return fail(UNKNOWN);
    const saved = this.#list.store(entry, { ...entry.stored, enabled });
    if (!saved.ok) return saved;
    if (enabled) this.#connections.open(entry);
    else void this.#connections.close(entry);
    entry.pushNow();
    return ok(null);
  }

  /** Reconnects, closing an open connection first; turns the server on. */
  connect(id: string): Done {
    const entry = this.#list.get(id);
    if (entry === undefined) return fail(UNKNOWN);
    if (!entry.stored.enabled) return this.enable(id, true);
    this.#connections.reopen(entry);
    return ok(null);
  }

  /** Confirms exactly what the hash stands for; fails with `stale` otherwise. */
  confirm(id: string, hash: string): Done {
    const entry = this.#list.get(id);
    if (entry === undefined) return fail(UNKNOWN);
    const undo = this.#confirming.confirm(entry, hash);
    if (undo === null) return fail({ kind: "stale" });
    const saved = this.#list.save();
    if (!saved.ok) {
      undo();
      return saved;
    }
    // Approves what was inspected and shown; if the file has changed meanwhile, the next start asks again.
    this.#identities.approvedNow(id);
    if (entry.stored.enabled) this.#connections.open(entry);
    else entry.state = { kind: "off" };
    entry.pushNow();
    return ok(null);
  }

  /** Approving a request accepts the identity that its server had then. */
  approved(request: Pick<HeldRequest, "requester" | "reply">): void {
    const entry = this.#list.get(request.requester.serverId);
    if (entry !== undefined && this.#identities.approved(request)) this.#identities.show(entry);
  }

  /** "This is fine": accepts the server's identity and tool descriptions that `hash` stands for. */
  acceptIdentity(id: string, hash: string): Done {
    const entry = this.#list.get(id);
    if (entry === undefined) return fail(UNKNOWN);
    // A start is confirmed only where the whole command is shown.
    if (entry.state.kind === "needs-confirmation") return fail({ kind: "stale" });
    const done = this.#identities.accept(id, hash);
    if (done.ok) this.#identities.show(entry);
    return done;
  }

  /** A tool's description as it was known and as it is now; null if there is neither. */
  toolDifference(id: string, tool: string): ToolDifference | null {
    return this.#identities.difference(id, tool);
  }

  /** Starts the sign-in as shown, optionally with a client id of the user's; fails with `stale` if none is shown. */
  signIn(id: string, byHand: ManualClient | null): Done {
    const entry = this.#list.get(id);
    if (entry === undefined) return fail(UNKNOWN);
    const started = entry.connection?.signIn?.start(byHand) === true;
    return started ? ok(null) : fail({ kind: "stale" });
  }

  /** Accepts the issuer's two spellings, as shown, for this server; fails with `stale` if others are shown, or none. */
  acceptIssuer(id: string, pair: IssuerPair): Done {
    const entry = this.#list.get(id);
    if (entry === undefined) return fail(UNKNOWN);
    const accepted = entry.connection?.signIn?.acceptIssuer(pair) === true;
    return accepted ? ok(null) : fail({ kind: "stale" });
  }

  /** Declines to sign in, or aborts a sign-in. */
  cancelSignIn(id: string): Done {
    const entry = this.#list.get(id);
    if (entry === undefined) return fail(UNKNOWN);
    entry.connection?.signIn?.cancel();
    return ok(null);
  }

  /** Signs out and reconnects without the sign-in. */
  async signOut(id: string): Promise<Outcome<SignedOut, Failure>> {
    const entry = this.#list.get(id);
    if (entry === undefined) return fail(UNKNOWN);
    const connection = entry.connection ?? this.#connections.connectionFor(entry);
    const done = (await connection.signIn?.signOut()) ?? "not-offered";
    if (entry.connection !== null) this.connect(id);
    else {
      await connection.close("switched-off");
      entry.signIn = null;
      entry.pushNow();
    }
    return ok(done);
  }

  /** Removes the server; an earlier removal becomes final. */
  remove(id: string): Done {
    const entry = this.#list.get(id);
    if (entry === undefined || entry.source === "demo") return fail(UNKNOWN);
    const finished = this.finishRemoval();
    if (!finished.ok) return finished;
    const saved = this.#list.remove(entry);
    if (!saved.ok) return saved;
    void this.#connections.close(entry);
    void this.sessions.close("switched-off", id);
    this.#deps.listener.serverRemoved(id);
    this.#hosts.changed();
    for (const follower of this.#followers) follower.serverRemoved?.(id);
    return ok(null);
  }

  /** Servers whose removal is not final, as they are stored. */
  removed(): StoredServer[] {
    return this.#list.removed === null ? [] : [this.#list.removed.stored];
  }

  /** Undoes the removal. The server starts only if it is approved in its current state. */
  bringBack(id: string): Done {
    const entry = this.#list.removed;
    if (entry?.stored.id !== id) return fail(UNKNOWN);
    this.#list.putBack(entry);
    if (entry.stored.enabled) this.#connections.open(entry);
    return this.#list.save();
  }

  /**
   * Makes the removal final, or only that of `wanted`. If that cannot be written, the server is restored, but not
   * started.
   */
  finishRemoval(wanted: string | null = null): Done {
    const entry = this.#list.removed;
    if (entry === null || (wanted !== null && entry.stored.id !== wanted)) return ok(null);
    const { id } = entry.stored;
    this.#list.removed = null;
    const saved = this.#list.save();
    if (!saved.ok) {
      this.#list.putBack(entry);
      return saved;
    }
    this.#list.deleteSecrets(id);
    this.#identities.drop(id);
    this.#deps.connector.dropTraffic(id);
    for (const follower of this.#followers) follower.serverDeleted?.(id);
    return saved;
  }

  /** The kept lines that the server wrote, oldest first. */
  lines(id: string): Outcome<ServerLine[], Failure> {
    const entry = this.#list.get(id);
    return entry === undefined ? fail(UNKNOWN) : ok(entry.lines.all());
  }

  /** The messages exchanged with a server; undefined if it is unknown. */
  traffic(id: string): TrafficLog | undefined {
    return this.#list.get(id) !== undefined ? this.#deps.connector.traffic(id) : undefined;
  }

  /** Turns the bundled server on and waits until it is connected; returns its id. */
  async ensureDemo(): Promise<Outcome<string, Failure>> {
    const entry = this.#list.get(DEMO_ID);
    if (entry === undefined) return fail(UNKNOWN);
    if (!entry.stored.enabled) this.enable(DEMO_ID, true);
    else if (entry.state.kind !== "connected") this.#connections.open(entry);
    await entry.connection?.open();
    const { state } = entry;
    if (state.kind === "connected") return ok(DEMO_ID);
    return fail(state.kind === "failed" ? state.failure : { kind: "run-disconnected" });
  }

  /** Closes every connection when the app quits. */
  async close(): Promise<void> {
    this.finishRemoval();
    const open = this.#list.all().map((entry) => entry.connection?.close("quit"));
    await Promise.allSettled([...open, this.sessions.close("quit")]);
    for (const entry of this.#list.all()) entry.dropPushes();
  }
}
