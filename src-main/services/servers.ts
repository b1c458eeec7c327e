// The servers that a person configured, those of `--config` and the bundled one: kept, confirmed,
// connected, shown. Secret values never leave main.
import { fail, ok } from "../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../src-shared/outcome.ts";
import { declaresOtherwise } from "../../src-shared/servers/policy.ts";
import type { ServerPolicy } from "../../src-shared/servers/policy.ts";
import type { Pong, ServerInput, ServerLine, ServerView } from "../../src-shared/servers/server.ts";
import type { Clock, Hasher } from "../desk/ports.ts";
import { commandHash, whereOf } from "./confirm.ts";
import type {
  ConfirmedRun,
  Connection,
  ConnectionListener,
  Connector,
  Secrets,
  ServerStore,
  ServiceAudience,
  StoredServer,
  Traffic,
} from "./ports.ts";
import type { NamedSecret } from "./mask.ts";
import { ServerEntry } from "./serverEntry.ts";
import { DEMO_ID, demoServer, runStored, storedOf, withRunSecrets } from "./serverStored.ts";
import { forgetSecrets, keepSecrets } from "./serverSecrets.ts";
import { SignIns } from "./signIns.ts";
import { Pushes } from "./serverPushes.ts";

export interface ServersParts {
  connector: Connector;
  store: ServerStore;
  secrets: Secrets;
  hasher: Hasher;
  clock: Clock;
  audience: Pick<ServiceAudience, "serverChanged" | "serverRemoved" | "serverLines">;
}

/** Confirmations of `--config` commands that are remembered. */
const CONFIRMED_RUNS_KEPT = 500;

type Done = Outcome<null, Failure>;
const UNKNOWN = { kind: "not-found", what: "server" } as const;

export class ServersService {
  readonly #parts: ServersParts;
  readonly #entries = new Map<string, ServerEntry>();
  readonly #pushes = new Map<string, Pushes>();
  readonly #sampleListeners: ((runId: string, sampleId: string) => void)[] = [];
  #confirmedRuns: ConfirmedRun[];
  readonly signIns: SignIns;
  /** What was wrong with the file when it was read. */
  readonly faults: Failure[];

  constructor(parts: ServersParts) {
    this.#parts = parts;
    const { servers, confirmedRuns, faults } = parts.store.load();
    this.faults = faults;
    this.#confirmedRuns = confirmedRuns;
    this.signIns = new SignIns({
      entry: (id) => this.#entries.get(id),
      connectionFor: (entry) => this.#connectionFor(entry),
      reconnect: (id) => void this.connect(id),
      changed: (entry) => this.#push(entry),
    });
    for (const stored of servers) this.#keep(new ServerEntry(stored, "stored"));
    this.#keep(new ServerEntry(demoServer(), "demo"));
  }

  /** Connects whatever is switched on. */
  start(): void {
    for (const entry of this.#entries.values()) if (entry.stored.enabled) this.#open(entry);
  }

  /** Takes the servers of a `--config` in, for this run only; those that are there already stay as they are. */
  takeRun(inputs: ServerInput[]): void {
    for (const input of inputs) {
      if (this.#isTaken(input)) continue;
      const entry = this.#runEntry(input);
      this.#keep(entry);
      this.#push(entry);
      this.#open(entry);
    }
  }

  views(): ServerView[] {
    return [...this.#entries.values()].map((entry) => this.#view(entry));
  }

  /** The connection for calls: undefined when the server is unknown, null when it is off. */
  connection(id: string): Connection | null | undefined {
    return this.#entries.get(id)?.connection;
  }

  /** Values of secrets that servers were given, those of this run included. Never leaves main. */
  secretValues(): NamedSecret[] {
    return [...this.#entries.values()].flatMap((entry) => entry.secrets(this.#secretOf));
  }

  /** Tells of each sample that a run may have caused. */
  onSample(listener: (runId: string, sampleId: string) => void): void {
    this.#sampleListeners.push(listener);
  }

  /** Adds a server, switched on. Its id. */
  add(input: ServerInput): Outcome<string, Failure> {
    const id = this.#parts.clock.newId();
    const entry = new ServerEntry(storedOf(id, input, null), "stored");
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
    this.#open(entry);
    return ok(id);
  }

  /** Changes a server; what it is connected to is ended, and connected anew when it is switched on. */
  update(id: string, input: ServerInput): Done {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.source === "demo") return fail(UNKNOWN);
    const before = entry.stored;
    if (entry.source === "run") {
      const policy = input.policy ?? before.policy;
      entry.stored = {
        ...runStored(id, { ...withRunSecrets(input, before), policy }),
        enabled: before.enabled,
      };
    } else {
      const kept = keepSecrets(this.#parts.secrets, id, input);
      if (!kept.ok) return kept;
      entry.stored = storedOf(id, input, before);
      const saved = this.#save();
      if (!saved.ok) {
        entry.stored = before;
        return saved;
      }
      forgetSecrets(this.#parts.secrets, before, input);
    }
    this.#reopen(entry);
    this.#push(entry);
    return ok(null);
  }

  /**
   * What the server may do. Caps hold from the next request on; what is declared to it travels with the
   * handshake, so a change of that connects anew and ends what waits.
   */
  setPolicy(id: string, policy: ServerPolicy): Done {
    const entry = this.#entries.get(id);
    if (entry === undefined) return fail(UNKNOWN);
    const before = entry.stored;
    entry.stored = { ...before, policy };
    const saved = entry.source === "stored" ? this.#save() : ok(null);
    if (!saved.ok) {
      entry.stored = before;
      return saved;
    }
    this.#push(entry);
    if (declaresOtherwise(before.policy, policy))
      return entry.stored.enabled ? this.connect(id) : ok(null);
    entry.connection?.setPolicy(policy);
    return ok(null);
  }

  /** Who decides about the requests of a server; as the master switch stands where it is not known. */
  controlOf(id: string): ServerPolicy["control"] {
    return this.#entries.get(id)?.stored.policy.control ?? "as-set";
  }

  remove(id: string): Done {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.source === "demo") return fail(UNKNOWN);
    this.#entries.delete(id);
    const saved = this.#save();
    if (!saved.ok) {
      this.#entries.set(id, entry);
      return saved;
    }
    this.#parts.secrets.removeAll(`server:${id}:`);
    this.#pushes.get(id)?.drop();
    this.#pushes.delete(id);
    void this.#close(entry).then(() => this.#parts.connector.forgetTraffic(id));
    this.#parts.audience.serverRemoved(id);
    return ok(null);
  }

  /** Off ends the connection and every request on it. */
  enable(id: string, enabled: boolean): Done {
    const entry = this.#entries.get(id);
    if (entry === undefined) return fail(UNKNOWN);
    const before = entry.stored;
    entry.stored = { ...before, enabled };
    const saved = entry.source === "stored" ? this.#save() : ok(null);
    if (!saved.ok) {
      entry.stored = before;
      return saved;
    }
    if (enabled) this.#open(entry);
    else void this.#close(entry);
    this.#push(entry);
    return ok(null);
  }

  /** Connects anew: what is connected is ended first. Switches the server on. */
  connect(id: string): Done {
    const entry = this.#entries.get(id);
    if (entry === undefined) return fail(UNKNOWN);
    if (!entry.stored.enabled) return this.enable(id, true);
    this.#reopen(entry);
    return ok(null);
  }

  /** The person's word for exactly what the hash stands for; anything else is `stale`. */
  confirm(id: string, hash: string): Done {
    const entry = this.#entries.get(id);
    if (entry === undefined) return fail(UNKNOWN);
    if (this.#hash(entry) !== hash) return fail({ kind: "stale" });
    const atMs = this.#parts.clock.nowMs();
    const [before, runsBefore] = [entry.stored, this.#confirmedRuns];
    const what = before.endpoint.kind === "stdio" ? before.endpoint : null;
    entry.stored = { ...before, confirmed: { hash, atMs, what } };
    if (entry.source === "run") {
      const others = runsBefore.filter((run) => run.hash !== hash);
      this.#confirmedRuns = [...others, { nameHash: this.#nameHash(before), hash, atMs }].slice(
        -CONFIRMED_RUNS_KEPT,
      );
    }
    const saved = this.#save();
    if (!saved.ok) {
      entry.stored = before;
      this.#confirmedRuns = runsBefore;
      return saved;
    }
    if (entry.stored.enabled) this.#open(entry);
    this.#push(entry);
    return ok(null);
  }

  /** What the server wrote, oldest first, as far as it is kept. */
  lines(id: string): Outcome<ServerLine[], Failure> {
    const entry = this.#entries.get(id);
    return entry === undefined ? fail(UNKNOWN) : ok(entry.lines.all());
  }

  /** What passed on its connections; undefined for a server that is not there. */
  traffic(id: string): Traffic | undefined {
    return this.#entries.has(id) ? this.#parts.connector.traffic(id) : undefined;
  }

  async setLogLevel(id: string, level: string): Promise<Done> {
    const entry = this.#entries.get(id);
    if (entry === undefined) return fail(UNKNOWN);
    return entry.connection?.setLogLevel(level) ?? fail({ kind: "run-disconnected" });
  }

  /** Asks the server whether it still answers, and measures how long that takes. */
  async ping(id: string): Promise<Outcome<Pong, Failure>> {
    const entry = this.#entries.get(id);
    if (entry === undefined) return fail(UNKNOWN);
    return entry.connection?.ping() ?? fail({ kind: "run-disconnected" });
  }

  /** Switches the bundled server on and waits until it is connected. Its id. */
  async ensureDemo(): Promise<Outcome<string, Failure>> {
    const entry = this.#entries.get(DEMO_ID);
    if (entry === undefined) return fail(UNKNOWN);
    if (!entry.stored.enabled) this.enable(DEMO_ID, true);
    else if (entry.state.kind !== "connected") this.#open(entry);
    await entry.connection?.open();
    const { state } = entry;
    if (state.kind === "connected") return ok(DEMO_ID);
    return fail(state.kind === "failed" ? state.failure : { kind: "run-disconnected" });
  }

  /** Ends every connection, when the app quits. */
  async close(): Promise<void> {
    const open = [...this.#entries.values()].map((entry) => entry.connection?.close("quit"));
    await Promise.allSettled(open);
    for (const pushes of this.#pushes.values()) pushes.drop();
  }

  #open(entry: ServerEntry): void {
    const { confirmed } = entry.stored;
    const hash = this.#hash(entry);
    if (hash !== null && !this.#isConfirmed(entry, hash)) {
      const nameHash = this.#nameHash(entry.stored);
      const runBefore = this.#confirmedRuns.some((run) => run.nameHash === nameHash);
      const changed = confirmed !== null || (entry.source === "run" && runBefore);
      const what = changed ? (confirmed?.what ?? null) : null;
      entry.state = {
        kind: "needs-confirmation",
        hash,
        changed,
        ...(what === null ? {} : { before: entry.shownCommand(what) }),
      };
      this.#push(entry);
      return;
    }
    entry.connection ??= this.#connectionFor(entry);
    void entry.connection.open();
  }

  #reopen(entry: ServerEntry): void {
    void this.#close(entry).then(() => {
      if (this.#entries.get(entry.stored.id) === entry && entry.stored.enabled) this.#open(entry);
    });
  }

  /** Not open yet. */
  #connectionFor(entry: ServerEntry): Connection {
    const { id: serverId, name, endpoint, era, policy } = entry.stored;
    const spec = { serverId, name, era, policy, where: whereOf(endpoint) };
    const resolved = entry.resolved(this.#secretOf);
    return this.#parts.connector.connect({ ...spec, endpoint: resolved }, this.#listener(entry));
  }

  async #close(entry: ServerEntry): Promise<void> {
    const { connection } = entry;
    entry.connection = null;
    if (connection !== null) await connection.close("switched-off");
    if (entry.connection !== null) return;
    entry.state = { kind: "off" };
    if (this.#entries.get(entry.stored.id) === entry) this.#push(entry);
  }

  #isConfirmed(entry: ServerEntry, hash: string): boolean {
    if (entry.stored.confirmed?.hash === hash) return true;
    const run = this.#confirmedRuns.find((run) => run.hash === hash);
    if (entry.source !== "run" || run === undefined) return false;
    entry.stored = { ...entry.stored, confirmed: { hash, atMs: run.atMs, what: null } };
    return true;
  }

  #nameHash(stored: StoredServer): string {
    return this.#parts.hasher.hash({ name: stored.name });
  }

  /** Of all that would be started; null where nothing is. */
  #hash(entry: ServerEntry): string | null {
    const endpoint = entry.resolved(this.#secretOf);
    return endpoint.kind === "stdio" ? commandHash(endpoint, this.#parts.hasher) : null;
  }

  #listener(entry: ServerEntry): ConnectionListener {
    return entry.listener({
      now: () => this.#push(entry),
      soon: () => this.#pushes.get(entry.stored.id)?.view.ask(),
      wrote: () => this.#pushes.get(entry.stored.id)?.lines.ask(),
      sample: (runId, sampleId) => {
        for (const tell of this.#sampleListeners) tell(runId, sampleId);
      },
    });
  }

  /** Takes the entry in, with what joins its small changes. */
  #keep(entry: ServerEntry): void {
    const { id } = entry.stored;
    this.#entries.set(id, entry);
    this.#pushes.set(id, new Pushes(entry, this.#parts.audience, this.#secretOf));
  }

  #push(entry: ServerEntry): void {
    this.#pushes.get(entry.stored.id)?.now();
  }

  #view(entry: ServerEntry): ServerView {
    return entry.view(this.#secretOf);
  }
  readonly #secretOf = (name: string): string | null => this.#parts.secrets.get(name);

  #save(): Done {
    const stored = [...this.#entries.values()].filter((entry) => entry.source === "stored");
    return this.#parts.store.save(
      stored.map((entry) => entry.stored),
      this.#confirmedRuns,
    );
  }

  #isTaken({ name, endpoint }: ServerInput): boolean {
    const same = JSON.stringify([name, endpoint]);
    return [...this.#entries.values()].some(
      ({ source, stored }) =>
        source === "run" && JSON.stringify([stored.name, stored.endpoint]) === same,
    );
  }

  #runEntry(input: ServerInput): ServerEntry {
    let id = `run:${input.name}`;
    while (this.#entries.has(id)) id += "'";
    return new ServerEntry(runStored(id, input), "run");
  }
}
