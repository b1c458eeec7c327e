// The servers that the user configured, those of `--config` and the bundled demo: stored, confirmed, connected,
// shown. Secret values never leave main.
import type { Origin } from "#shared/request/life/heldRequest.ts";
import { joinedOrigin } from "./joinedOrigin.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { needsReconnect, defaultPolicy } from "#shared/servers/policy/policy.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import type { ServerInput, ServerLine, ServerView } from "#shared/servers/server.ts";
import { StartConfirmations } from "./startConfirmations.ts";
import { IdentityApprovals } from "./identityApprovals.ts";
import { Identities } from "./identities.ts";
import { ServerConnections } from "./serverConnections.ts";
import type { Connection, Traffic } from "../servicePorts.ts";
import type { NamedSecret } from "./calls/mask.ts";
import { endpointKey } from "./endpointKey.ts";
import { HostSessions } from "./hostSessions.ts";
import { NOWHERE, ServerEntry } from "./serverEntry.ts";
import type { SecretOf } from "./serverEntry.ts";
import {
  DEMO_ID,
  demoServer,
  isAlreadyStored,
  runChanged,
  runId,
  runStored,
  storedOf,
} from "./serverStored.ts";
import type { ServersParts } from "./serversParts.ts";
import { deleteSecrets, keepSecrets } from "./serverSecrets.ts";
import { ServerRemoval } from "./serverRemoval.ts";
import { SignIns } from "./signIns.ts";
import { listening } from "./listening.ts";
import { Pushes } from "./serverPushes.ts";
import { standingOf } from "./standing.ts";
import type { ServerStanding } from "#shared/rules/judged.ts";

type Done = Outcome<null, Failure>;
const UNKNOWN = { kind: "not-found", what: "server" } as const;

export class ServersService {
  readonly #parts: ServersParts;
  readonly #entries = new Map<string, ServerEntry>();
  readonly #pushes = new Map<string, Pushes>();
  readonly removing: ServerRemoval;
  readonly #requestListeners: ((runId: string, requestId: string) => void)[] = [];
  readonly signIns: SignIns;
  readonly approvals: IdentityApprovals;
  readonly #identities: Identities;
  readonly #confirming: StartConfirmations;
  readonly #linking: ServerConnections;
  /** Sessions of hosts. */
  readonly sessions: HostSessions;
  /** What was wrong with the file when it was read. */
  readonly faults: Failure[];

  constructor(parts: ServersParts) {
    this.#parts = parts;
    const { servers, confirmedRuns, faults } = parts.store.load();
    this.faults = faults;
    this.#identities = new Identities({
      store: parts.known,
      hasher: parts.hasher,
      clock: parts.clock,
      fault: (failure) => void this.faults.push(failure),
    }).restore(servers);
    this.#confirming = new StartConfirmations({
      runs: confirmedRuns,
      identities: this.#identities,
      hasher: parts.commandHasher,
      clock: parts.clock,
      secretOf: this.#secretOf,
    });
    const { connector, clock, inspector } = parts;
    this.#linking = new ServerConnections({
      connector,
      clock,
      inspector,
      secretOf: this.#secretOf,
      identities: this.#identities,
      confirming: this.#confirming,
      isHere: (entry) => this.#entries.get(entry.stored.id) === entry,
      listener: (entry) =>
        listening(entry, this.#identities, {
          pushes: () => this.#pushes.get(entry.stored.id),
          request: (runId, requestId) =>
            this.#requestListeners.forEach((tell) => tell(runId, requestId)),
        }),
      changed: (entry) => this.#push(entry),
      told: (entry) => this.#told(entry),
    });
    this.sessions = new HostSessions({
      opener: connector,
      inspector,
      clock,
      identities: this.#identities,
      confirming: this.#confirming,
      secretOf: this.#secretOf,
      note: parts.note,
      entry: (id: string) => this.#entries.get(id),
      standing: (id: string) => this.standing(id),
      pushes: (entry) => this.#pushes.get(entry.stored.id),
      told: (entry) => this.#told(entry),
    });
    this.approvals = new IdentityApprovals({
      identities: this.#identities,
      entry: (id) => this.#entries.get(id),
      told: (entry) => this.#told(entry),
    });
    this.signIns = new SignIns({
      entry: (id) => this.#entries.get(id),
      connectionFor: (entry) => this.#linking.connectionFor(entry),
      reconnect: (id) => void this.connect(id),
      changed: (entry) => this.#push(entry),
    });
    this.removing = new ServerRemoval({
      entries: this.#entries,
      pushes: this.#pushes,
      linking: this.#linking,
      identities: this.#identities,
      secrets: parts.secrets,
      connector,
      audience: parts.audience,
      keep: (entry) => this.#keep(entry),
      removed: (id) => void this.sessions.close("switched-off", id),
      finished: (id) => parts.removed?.(id),
      save: () => this.#save(),
    });
    for (const stored of servers) this.#keep(new ServerEntry(stored, "stored"));
    this.#keep(new ServerEntry(demoServer(), "demo"));
  }

  /** Connects all servers that are turned on. */
  start(): void {
    for (const entry of this.#entries.values()) if (entry.stored.enabled) this.#linking.open(entry);
  }

  /** Adds the servers of a `--config` for this run only; servers that are already present stay unchanged. */
  takeRun(inputs: ServerInput[]): void {
    // Ids are derived from names, so a removed server could collide with a new one.
    this.removing.finish();
    for (const input of inputs) {
      if (isAlreadyStored([...this.#entries.values()], input)) continue;
      const id = runId(input, (taken) => this.#entries.has(taken));
      const entry = new ServerEntry(runStored(id, input), "run");
      this.#keep(entry);
      this.#push(entry);
      this.#linking.open(entry);
    }
  }

  views(): ServerView[] {
    return [...this.#entries.values()].map((entry) => entry.view(this.#secretOf));
  }

  /** The stored server that is started or reached with exactly these values; undefined if there is none. */
  withEndpoint(endpoint: ServerInput["endpoint"]): string | undefined {
    const key = endpointKey(endpoint);
    return [...this.#entries.values()].find(
      (entry) => entry.source === "stored" && endpointKey(entry.resolved(this.#secretOf)) === key,
    )?.stored.id;
  }

  /** The connection for calls: undefined if the server is unknown, null if it is off. */
  connection(id: string): Connection | null | undefined {
    return this.#entries.get(id)?.connection;
  }

  /** Which open call of the server, of the Workbench or of a host, a completion of its own program belongs to. */
  originOf = (id: string): Origin =>
    joinedOrigin([this.connection(id)?.openOrigin(), ...this.sessions.origins(id)]);

  /** The secrets that servers were given, `--config` servers included. They never leave main. */
  secretValues(): NamedSecret[] {
    return [...this.#entries.values()].flatMap((entry) => entry.secrets(this.#secretOf));
  }

  /** Calls the listener for each sampling request that a run may have caused. */
  onRequest(listener: (runId: string, requestId: string) => void): void {
    this.#requestListeners.push(listener);
  }

  /** Adds a server, turned on by default; returns its id. */
  add(input: ServerInput, enabled = true): Outcome<string, Failure> {
    const id = this.#parts.clock.newId();
    const entry = new ServerEntry({ ...storedOf(id, input, null), enabled }, "stored");
    const kept = keepSecrets(this.#parts.secrets, id, input);
    if (!kept.ok) return kept;
    this.#entries.set(id, entry);
    const saved = this.#save();
    if (!saved.ok) {
      this.#entries.delete(id);
      this.#parts.secrets.removeAll(`server:${id}:`);
      return saved;
    }
    this.#keep(entry);
    this.#push(entry);
    if (enabled) this.#linking.open(entry);
    return ok(id);
  }

  /** Changes a server; its connection is closed, and opened again if it is turned on. */
  update(id: string, input: ServerInput): Done {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.source === "demo") return fail(UNKNOWN);
    const before = entry.stored;
    if (entry.source === "run") {
      entry.stored = runChanged(before, input);
    } else {
      const kept = keepSecrets(this.#parts.secrets, id, input);
      if (!kept.ok) return kept;
      const saved = this.#store(entry, storedOf(id, input, before));
      if (!saved.ok) return saved;
      deleteSecrets(this.#parts.secrets, before, input);
    }
    this.#linking.reopen(entry);
    this.#push(entry);
    return ok(null);
  }

  /**
   * Changes a server's policy. Limits apply from the next request on. Capabilities are declared in the handshake, so
   * changing one reconnects, which cancels pending requests.
   */
  setPolicy(id: string, policy: ServerPolicy): Done {
    const entry = this.#entries.get(id);
    if (entry === undefined) return fail(UNKNOWN);
    const before = entry.stored;
    const noted = this.sessions.permissionChanges(entry, policy);
    const saved = noted.ok ? this.#store(entry, { ...before, policy }) : noted;
    if (!saved.ok) return saved;
    this.#push(entry);
    if (needsReconnect(before.policy, policy))
      return entry.stored.enabled ? this.connect(id) : ok(null);
    entry.connection?.setPolicy(policy);
    return ok(null);
  }

  /** The server's current identity, for rules bound to it. */
  standing(id: string): ServerStanding {
    const entry = this.#entries.get(id);
    const isChanged = this.#identities.changes(id).length > 0;
    const isOpen = (entry?.connection ?? null) !== null || this.sessions.count(id) > 0;
    return standingOf(entry, [...this.#entries.values()], isChanged, isOpen, this.#parts.hasher);
  }

  /** The server's policy; the default if it is unknown. */
  policyOf(id: string): ServerPolicy {
    return this.#entries.get(id)?.stored.policy ?? defaultPolicy;
  }

  /** The server's limits; null if it is unknown. */
  limitsOf = (id: string): ServerPolicy["limits"] | null =>
    this.#entries.get(id)?.stored.policy.limits ?? null;

  /** Turning a server off closes the connection and ends every request on it. */
  enable(id: string, enabled: boolean): Done {
    const entry = this.#entries.get(id);
    if (entry === undefined) return fail(UNKNOWN);
    const saved = this.#store(entry, { ...entry.stored, enabled });
    if (!saved.ok) return saved;
    if (enabled) this.#linking.open(entry);
    else void this.#linking.close(entry);
    this.#push(entry);
    return ok(null);
  }

  /** Reconnects, closing an open connection first; turns the server on. */
  connect(id: string): Done {
    const entry = this.#entries.get(id);
    if (entry === undefined) return fail(UNKNOWN);
    if (!entry.stored.enabled) return this.enable(id, true);
    this.#linking.reopen(entry);
    return ok(null);
  }

  /** Confirms exactly what the hash stands for; fails with `stale` otherwise. */
  confirm(id: string, hash: string): Done {
    const entry = this.#entries.get(id);
    if (entry === undefined) return fail(UNKNOWN);
    const undo = this.#confirming.confirm(entry, hash);
    if (undo === null) return fail({ kind: "stale" });
    const saved = this.#save();
    if (!saved.ok) {
      undo();
      return saved;
    }
    // Approves what was inspected and shown; if the file has changed meanwhile, the next start asks again.
    this.#identities.approvedNow(id);
    if (entry.stored.enabled) this.#linking.open(entry);
    else entry.state = { kind: "off" };
    this.#push(entry);
    return ok(null);
  }

  /** The kept lines that the server wrote, oldest first. */
  lines(id: string): Outcome<ServerLine[], Failure> {
    const entry = this.#entries.get(id);
    return entry === undefined ? fail(UNKNOWN) : ok(entry.lines.all());
  }

  /** The messages exchanged with a server; undefined if it is unknown. */
  traffic(id: string): Traffic | undefined {
    return this.#entries.has(id) ? this.#parts.connector.traffic(id) : undefined;
  }

  /** Turns the bundled server on and waits until it is connected; returns its id. */
  async ensureDemo(): Promise<Outcome<string, Failure>> {
    const entry = this.#entries.get(DEMO_ID);
    if (entry === undefined) return fail(UNKNOWN);
    if (!entry.stored.enabled) this.enable(DEMO_ID, true);
    else if (entry.state.kind !== "connected") this.#linking.open(entry);
    await entry.connection?.open();
    const { state } = entry;
    if (state.kind === "connected") return ok(DEMO_ID);
    return fail(state.kind === "failed" ? state.failure : { kind: "run-disconnected" });
  }

  /** Closes every connection when the app quits. */
  async close(): Promise<void> {
    this.removing.finish();
    const open = [...this.#entries.values()].map((entry) => entry.connection?.close("quit"));
    await Promise.allSettled([...open, this.sessions.close("quit")]);
    for (const pushes of this.#pushes.values()) pushes.drop();
  }

  /** Adds the entry, with its pushes. */
  #keep(entry: ServerEntry): void {
    const { id } = entry.stored;
    this.#entries.set(id, entry);
    this.#pushes.set(id, new Pushes(entry, this.#parts.audience, this.#secretOf));
  }

  /** The entry's identity has changed. */
  #told(entry: ServerEntry): void {
    entry.known = this.#identities.view(entry.stored.id);
    this.#push(entry);
  }

  #push(entry: ServerEntry): void {
    this.#pushes.get(entry.stored.id)?.now();
  }

  readonly #secretOf: SecretOf = (name, origin) =>
    origin === undefined
      ? this.#parts.secrets.get(name)
      : this.#parts.secrets.get(name, (address) => address === origin && address !== NOWHERE);

  /** Replaces what is stored; reverts if that cannot be written. `--config` and bundled servers are not written. */
  #store(entry: ServerEntry, stored: ServerEntry["stored"]): Done {
    const before = entry.stored;
    entry.stored = stored;
    const saved = entry.source === "stored" ? this.#save() : ok(null);
    if (!saved.ok) entry.stored = before;
    return saved;
  }

  #save(): Done {
    // A removed server is stored as turned off: after a crash it is still there, but does not start.
    const off = this.removing.kept.map((entry) => ({
      ...entry,
      stored: { ...entry.stored, enabled: false },
    }));
    const stored = [...this.#entries.values(), ...off].filter(({ source }) => source === "stored");
    return this.#parts.store.save(
      stored.map((entry) => entry.stored),
      this.#confirming.runs,
    );
  }
}
