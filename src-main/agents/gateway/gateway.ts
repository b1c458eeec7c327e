// Hosts and their servers: what each host's config starts, the changes that start the relay instead, and who may
// connect.
import { randomUUID } from "node:crypto";
import { realpath } from "node:fs/promises";
import os from "node:os";
import { hostServers, wrappedText } from "#shared/agents/gateway/hostConfig.ts";
import type {
  GatewayView,
  HostEntryTexts,
  HostServerView,
  HostView,
} from "#shared/agents/gateway/gatewayView.ts";
import type { EntryPath } from "#shared/agents/gateway/hostEntryText.ts";
import { relayVariables, withoutFilledIn } from "#shared/agents/gateway/hostFilled.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { whereOf } from "#shared/servers/config/masking.ts";
import type { ImportedServer } from "#shared/servers/config/importConfig.ts";
import type { ServerInput } from "#shared/servers/config/input.ts";
import type { AgentFiles, DoorPlan, HostFiles } from "../agentFiles.ts";
import type { Wrap, WrapStore } from "../wrapStore.ts";
import { commandKey } from "../../servers/endpoint.ts";
import type { ConfigFile } from "../../servers/importing.ts";
import type { ConfigFiles } from "../configFiles.ts";
import type { HostSessions } from "../../servers/hostSessions.ts";
import type { ServersService } from "../../servers/servers.ts";
import { tokens } from "../../profile/tokens.ts";
import type { HostEntries } from "./hostEntries.ts";
import { isDirectIn, isFrom, withDirectPlaces } from "./directPlaces.ts";
import type { HostEnd } from "../../servers/gatewayPorts.ts";
import type { HostSession } from "../../servers/mcp/relayed/relayedSession.ts";
import { LeftCalls, leftKey } from "./leftCalls.ts";
import { callLimitOf, hider, isShown, notWrappable, stateOf, undoneText } from "./hostServers.ts";

/** The same message for an unknown id and a wrong token. */
export const UNKNOWN_ENTRY =
  "Countersign does not know this entry of the agent's config. Undo the change of the config in Countersign, or wrap the server again.";

/** Decides who may connect; a text is the reason for a refusal, for the host. */
export type Admission = (greeting: Greeting, host: HostEnd) => Promise<HostSession | string>;

/** What a relay sends first. */
export interface Greeting {
  wrapId: string;
  token: string;
  /** The host's working folder; null over HTTP, where nobody says it. */
  folder: string | null;
  /** Values of environment variables that the host has filled in. Only those that the user approved are used. */
  env?: Readonly<Record<string, string>>;
}

interface Deps {
  store: WrapStore;
  configs: Pick<ConfigFiles, "find" | "read">;
  files: HostFiles;
  entries: HostEntries;
  servers: Pick<ServersService, "views" | "add" | "update" | "withEndpoint"> & {
    sessions: Pick<HostSessions, "ask" | "open">;
  };
  /** A session started or ended, or a host's file was changed. */
  changed(): void;
}

/** A change of one file: servers that are wrapped in it, and what is stored of them. */
interface Wrapped {
  file: string;
  program: string;
  before: string;
  text: string;
  hash: string;
  backup: string;
  entries: { input: ServerInput; wrap: Omit<Wrap, "serverId"> }[];
}

type FileReader = Pick<AgentFiles, "read">;

/** As in the schema of a server. */
const NAME_MAX = 100;
/** Precision of the time of the last call, which is only shown. */
const CALLED_EVERY_MS = 60_000;

const samePath = (a: EntryPath, b: EntryPath): boolean => JSON.stringify(a) === JSON.stringify(b);

export class GatewayService {
  readonly #deps: Deps;
  #wraps: Wrap[];
  /** Files that the user picked in this run, in addition to those found. */
  readonly #picked = new Set<string>();
  /** Open sessions of hosts, by the entry that they use. */
  readonly #sessions = new Map<
    string,
    { wrapId: string; folder: string | null; opened: HostSession }
  >();
  readonly faults: Failure[];
  readonly leftCalls = new LeftCalls();

  constructor(deps: Deps) {
    this.#deps = deps;
    const { value, faults } = deps.store.load();
    this.#wraps = value.wraps;
    this.faults = faults;
  }

  /** The config files of all hosts on this machine, and those that were picked or changed before. */
  async view(): Promise<GatewayView> {
    const files = await this.#allFiles();
    const views = this.#deps.servers.views();
    const others = this.#wraps
      .filter(({ file }) => file === "")
      .map(({ id, serverId, atMs, isUsed }) => {
        const name = views.find((view) => view.id === serverId)?.name ?? "";
        return { id, serverId, name, atMs, isUsed, sessions: this.#sessionsOf(id).length };
      });
    const folders = views.flatMap(({ hostSessions = [] }) =>
      hostSessions.flatMap(({ folder }) => (folder === undefined ? [] : [folder])),
    );
    const hosts = await Promise.all(
      files.map((file) =>
        withDirectPlaces(this.#hostView(file), file, folders, this.#deps.configs),
      ),
    );
    return { hosts: hosts.filter(isShown), others };
  }

  /** Adds a config file from an unusual place, such as a project's. */
  pick(file: string): Promise<GatewayView> {
    this.#picked.add(file);
    return this.view();
  }

  /** The entries of the file that lead to Countersign, or did when they were written. */
  wrappedIn = (file: string): EntryPath[] => this.#wrapsOf(file).map(({ path }) => path);

  /** What it takes so that exactly these servers of the file, as `files` has it, go through Countersign. */
  async plan(
    file: string,
    paths: readonly EntryPath[],
    files: FileReader,
  ): Promise<Outcome<DoorPlan, Failure>> {
    const made = await this.#set(file, paths, files);
    if (!made.ok) return made;
    const { before, text, backup, entries, rest } = made.value;
    const ids = [...rest, ...entries.map(({ wrap }) => wrap)].map(({ id }) => id);
    const copiesTo = entries.length === 0 ? null : backup;
    return ok({
      text,
      backup: copiesTo,
      ids,
      hide: (whole) => hider(file, [before, text])(whole),
    });
  }

  /**
   * Has exactly these servers of the file go through Countersign, as planned; fails if it no longer has `hash`. Returns
   * the ids of the servers that need approval.
   */
  async set(
    file: string,
    paths: readonly EntryPath[],
    hash: string,
  ): Promise<Outcome<string[], Failure>> {
    const made = await this.#set(file, paths, this.#deps.files);
    return made.ok ? this.#write(made.value, hash) : made;
  }

  /** Admits a relay with its entry's token to the server that was wrapped then, and to no other. */
  readonly admit: Admission = async (greeting, host) => {
    const wrap = this.#wraps.find(({ id }) => id === greeting.wrapId);
    if (wrap === undefined || !tokens.isToken(greeting.token, wrap.tokenHash)) return UNKNOWN_ENTRY;
    const sessionId = randomUUID();
    const callLimitMs = await callLimitOf(this.#deps.files, wrap);
    const { folder, env = {} } = greeting;
    const limit = callLimitMs === undefined ? {} : { callLimitMs };
    const runsIn = folder === null ? { folder: os.homedir() } : { folder, hostFolder: folder };
    const session = { sessionId, ...runsIn, env, ...limit };
    const real = folder && (await realpath(folder).catch(() => null));
    const of = { program: wrap.program, server: String(wrap.path.at(-1)), folder: real ?? "" };
    const opened = await this.#deps.servers.sessions.open(wrap.serverId, session, host, {
      host: () => this.#deps.changed(),
      called: (tool) => {
        this.leftCalls.arrived(leftKey(of, tool));
        this.#called(wrap);
      },
      ended: () => {
        this.#sessions.delete(sessionId);
        this.#deps.changed();
      },
    });
    if (typeof opened !== "string")
      this.#sessions.set(sessionId, { wrapId: wrap.id, folder: real, opened });
    if (typeof opened !== "string" && !wrap.isUsed) {
      wrap.isUsed = true;
      // Only shown; the next change writes it again.
      this.#deps.store.save({ wraps: this.#wraps });
    }
    this.#deps.changed();
    return opened;
  };

  #called(wrap: Wrap): void {
    const nowMs = Date.now();
    if (wrap.calledAtMs !== undefined && nowMs - wrap.calledAtMs < CALLED_EVERY_MS) return;
    wrap.calledAtMs = nowMs;
    // Only shown; the next change writes it again.
    this.#deps.store.save({ wraps: this.#wraps });
    this.#deps.changed();
  }

  /** When a server of this file was last called through Countersign, to the minute; null: none was. */
  lastCallMs(file: string): number | null {
    const times = this.#wrapsOf(file).map(({ calledAtMs = 0 }) => calledAtMs);
    return Math.max(0, ...times) || null;
  }

  /** Creates an entry for the config of a host that is not detected. Its token is only in the texts. */
  async connectHost(serverId: string): Promise<Outcome<HostEntryTexts, Failure>> {
    const server = this.#deps.servers.views().find(({ id }) => id === serverId);
    if (server === undefined) return fail({ kind: "not-found", what: "server" });
    const { token, wrap } = this.#deps.entries.make("", [randomUUID()], "");
    const texts = await this.#deps.entries.texts(server, { id: wrap.id, token });
    if (!texts.ok) return texts;
    const wraps = [...this.#wraps, { ...wrap, serverId, overHttp: true }];
    const saved = this.#deps.store.save({ wraps });
    if (!saved.ok) return saved;
    this.#wraps = wraps;
    await this.#deps.servers.sessions.ask(serverId);
    this.#deps.changed();
    return texts;
  }

  /** Ends the sessions of such an entry and removes it. */
  async disconnectHost(id: string): Promise<Outcome<null, Failure>> {
    const wraps = this.#wraps.filter((wrap) => wrap.id !== id || wrap.file !== "");
    const saved = this.#deps.store.save({ wraps });
    if (!saved.ok) return saved;
    this.#wraps = wraps;
    await Promise.allSettled(
      this.#sessionsOf(id).map(({ opened }) => opened.close("switched-off")),
    );
    this.#deps.changed();
    return ok(null);
  }

  /**
   * Whether this host calls its server of this name through an open session. @param folder where it works, links resolved
   * @param source which config it has the server from, in its word; undefined: it doesn't say. @param files of a project
   */
  async holds(
    { program, server, folder }: { program: string; server: string; folder: string },
    source: string | undefined,
    files: readonly string[],
  ): Promise<boolean> {
    const open = this.#wraps
      .filter((wrap) => wrap.program === program && wrap.path.at(-1) === server)
      .filter(({ id }) => this.#sessionsOf(id).some((one) => one.folder === folder));
    if (open.length === 0 || source !== undefined)
      return open.some((wrap) => isFrom(wrap, source ?? "", folder));
    const wrapped = open.map(({ file }) => file);
    return !(await isDirectIn(files, { server, folder }, wrapped, this.#deps.configs));
  }

  /** Whether any host connects over HTTP. */
  usesHttp = (): boolean => this.#wraps.some(({ overHttp }) => overHttp);

  #sessionsOf = (id: string) => [...this.#sessions.values()].filter(({ wrapId }) => wrapId === id);

  #wrapsOf = (file: string): Wrap[] => this.#wraps.filter((wrap) => wrap.file === file);

  async #allFiles(): Promise<ConfigFile[]> {
    const chosen = new Set([...this.#picked, ...this.#wraps.map(({ file }) => file)]);
    // What the user chose is shown as it is, whether a known host reads it or not.
    const found = (await this.#deps.configs.find()).filter(
      (one) =>
        !("failure" in one && one.failure.kind === "config-not-read" && chosen.has(one.file)),
    );
    const more = [...chosen].filter(
      (file) => file !== "" && !found.some((one) => one.file === file),
    );
    return [...found, ...(await this.#deps.configs.read(more))];
  }

  #hostView(config: ConfigFile): HostView {
    const { program, file } = config;
    if ("failure" in config) return { program, file, servers: [], faults: [config.failure] };
    const read = hostServers(file, config.text);
    const servers = read.ok
      ? read.value.inputs.map((server) => this.#serverView(config, server))
      : [];
    const faults = read.ok
      ? read.value.faults
      : read.failure.kind === "config-no-servers"
        ? []
        : [read.failure];
    return { program, file, servers, faults };
  }

  #serverView({ file }: { file: string }, server: ImportedServer): HostServerView {
    const { name, path, input } = server;
    const wrap = this.#wrapsOf(file).find((one) => samePath(one.path, path));
    const known = this.#deps.servers.views().find(({ id }) => id === wrap?.serverId);
    const why = notWrappable(server);
    return {
      name,
      path,
      where: known === undefined ? whereOf(input.endpoint) : whereOf(known.endpoint),
      state: stateOf(wrap, input.endpoint),
      isOff: server.isOff,
      sessions: wrap === undefined ? 0 : this.#sessionsOf(wrap.id).length,
      ...(why === null || stateOf(wrap, input.endpoint) !== "direct" ? {} : { notWrappable: why }),
      ...(wrap === undefined ? {} : { serverId: wrap.serverId }),
    };
  }

  async #write(
    made: Wrapped & { rest: readonly Wrap[] },
    hash: string,
  ): Promise<Outcome<string[], Failure>> {
    const { file, program, entries, rest } = made;
    if (made.hash !== hash) return fail({ kind: "stale" });
    const ids: string[] = [];
    const wraps: Wrap[] = [];
    for (const { input, wrap } of entries) {
      const added = serverFor(
        this.#deps.servers,
        { input, program },
        this.#wrapsOf(file).find(({ path }) => samePath(path, wrap.path)),
        this.#wraps,
      );
      if (!added.ok) return added;
      await this.#deps.servers.sessions.ask(added.value);
      ids.push(added.value);
      wraps.push({ ...wrap, serverId: added.value });
    }
    const backup = entries.length === 0 ? null : made.backup;
    const written = await this.#deps.files.replace(file, hash, made.text, backup);
    if (!written.ok) return written;
    const before = this.#wraps;
    this.#deps.entries.written();
    // A backup with other entries of ours is not what the file was before Countersign.
    const writtenHash = this.#wrapsOf(file).length === 0 ? written.value : "";
    this.#wraps = [...rest, ...wraps.map((wrap) => ({ ...wrap, writtenHash }))];
    const saved = this.#deps.store.save({ wraps: this.#wraps });
    if (!saved.ok) {
      this.#wraps = before;
      await this.#deps.files.replace(file, written.value, made.before, null);
      return saved;
    }
    this.#deps.changed();
    return ok(ids);
  }

  async #read(
    file: string,
  ): Promise<Outcome<{ program: string; text: string; hash: string }, Failure>> {
    const known = (await this.#allFiles()).find((one) => one.file === file);
    if (known === undefined) return fail({ kind: "not-found", what: "server" });
    const read = await this.#deps.files.read(file);
    return read.ok ? ok({ ...read.value, program: known.program }) : read;
  }

  /** The file with the relay in place of exactly these servers, and the wraps that stay as they are. */
  async #set(
    file: string,
    paths: readonly EntryPath[],
    files: FileReader,
  ): Promise<Outcome<Wrapped & { rest: readonly Wrap[] }, Failure>> {
    const known = await this.#read(file);
    if (!known.ok) return known;
    const read = await files.read(file);
    if (!read.ok) return read;
    if (read.value === null) return fail({ kind: "config-not-found", file });
    const { text: before, hash } = read.value;
    const { program } = known.value;
    const isWanted = (wrap: Wrap) => paths.some((path) => samePath(path, wrap.path));
    const gone = this.#wrapsOf(file)
      .filter((wrap) => !isWanted(wrap))
      .toSorted((a, b) => b.atMs - a.atMs);
    const isAll = gone.length === this.#wrapsOf(file).length;
    const undone = await undoneText(this.#deps.files, { file, before, hash }, gone, isAll);
    if (!undone.ok) return undone;
    const servers = hostServers(file, before);
    const inputs = servers.ok ? servers.value.inputs : [];
    const leadsHere = (wrap: Wrap): boolean =>
      inputs.some(
        ({ path, input }) =>
          samePath(path, wrap.path) && stateOf(wrap, input.endpoint) !== "drifted",
      );
    const kept = this.#wrapsOf(file).filter((wrap) => isWanted(wrap) && leadsHere(wrap));
    const fresh = paths.filter((path) => !kept.some((wrap) => samePath(path, wrap.path)));
    const wrapped = await this.#withRelay({ file, program, text: undone.value }, fresh);
    if (!wrapped.ok) return wrapped;
    const rest = [...this.#wraps.filter((wrap) => wrap.file !== file), ...kept];
    return ok({ ...wrapped.value, before, hash, rest });
  }

  /** A text of the file with the relay in place of these servers. */
  async #withRelay(
    { file, program, text: before }: { file: string; program: string; text: string },
    paths: readonly EntryPath[],
  ): Promise<Outcome<Omit<Wrapped, "before" | "hash">, Failure>> {
    const backup = this.#deps.entries.backupOf(file);
    const entries: Wrapped["entries"] = [];
    if (paths.length === 0) return ok({ file, program, text: before, backup, entries });
    const node = await this.#deps.entries.node();
    const servers = hostServers(file, before);
    if (!servers.ok) return servers;
    let text = before;
    for (const path of paths) {
      const server = servers.value.inputs.find((one) => samePath(one.path, path));
      if (server === undefined || notWrappable(server) !== null)
        return fail({ kind: "not-found", what: "server" } as const);
      const { token, wrap } = this.#deps.entries.make(file, path, backup);
      const input = withoutFilledIn(server);
      const keeps = relayVariables(input.endpoint);
      const way = await this.#deps.entries.wayIn(node, { id: wrap.id, token, keeps });
      if (!way.ok) return way;
      const next = wrappedText(file, text, path, way.value);
      if (next === null && node === null) return fail({ kind: "relay-needs-node" } as const);
      if (next === null) return fail({ kind: "not-found", what: "server" } as const);
      text = next;
      entries.push({ input, wrap: { ...wrap, program, overHttp: node === null } });
    }
    return ok({ file, program, text, backup, entries });
  }
}

/**
 * A server with exactly these values, or else a new one: another environment or another header is another server. An
 * entry whose values were changed in the file keeps its server, with the new values, unless somebody else uses that.
 * @param before how the entry was wrapped until now
 */
function serverFor(
  servers: Deps["servers"],
  { input, program }: { input: ServerInput; program: string },
  before: Wrap | undefined,
  wraps: readonly Wrap[],
): Outcome<string, Failure> {
  const same = servers.withEndpoint(input.endpoint);
  if (same !== undefined) return ok(same);
  const views = servers.views();
  const alike = views.filter(({ endpoint }) => commandKey(endpoint) === commandKey(input.endpoint));
  const own = alike.find(({ id, enabled }) => id === before?.serverId && !enabled);
  if (
    own !== undefined &&
    wraps.every(({ id, serverId }) => id === before?.id || serverId !== own.id)
  ) {
    const updated = servers.update(own.id, { ...input, name: own.name, policy: undefined });
    return updated.ok ? ok(own.id) : updated;
  }
  // It is held back as what the same command is held back with another value.
  const policy = input.policy ?? alike[0]?.policy;
  const name = freeName(input.name, program, new Set(views.map((view) => view.name)));
  // The Workbench does not start it until the user turns it on.
  return servers.add({ ...input, name, ...(policy === undefined ? {} : { policy }) }, false);
}

function freeName(name: string, program: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n += 1) {
    const suffix = n === 1 ? "" : n === 2 ? ` (${program})` : ` (${program} ${n - 1})`;
    const free = name.slice(0, NAME_MAX - suffix.length) + suffix;
    if (!taken.has(free)) return free;
  }
}
