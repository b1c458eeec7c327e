// Servers' identities, compared with what the user has approved. The first identity seen is accepted, since the user
// has just added the server; after that only an act of the user changes what is known.
import { foldValue } from "#shared/filter/text.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { HeldRequest, Requester } from "#shared/request/life/heldRequest.ts";
import type { ServerStanding } from "#shared/rules/judged.ts";
import type { Certificate, ServerIdentity } from "#shared/servers/identity/identity.ts";
import type { IdentityChange } from "#shared/servers/identity/identity.ts";
import { identityChanges, renewed } from "#shared/servers/identity/identityChange.ts";
import { maskedIdentity } from "#shared/servers/config/masking.ts";
import type { KnownServer, KnownView, ToolDifference } from "#shared/servers/identity/known.ts";
import type { Endpoint, ToolView } from "#shared/servers/server.ts";
import type { Clock, Hasher } from "../core/ports.ts";
import { identityOf } from "./endpoint.ts";
import type { ServerEntry } from "./serverEntry.ts";
import { isOfRun } from "./serverList.ts";
import type { ProgramFacts } from "./mcp/identity/program.ts";
import type { StoredServer } from "./serverStore.ts";
import type { KnownStore } from "./knownStore.ts";
import { ToolWatch } from "./calls/toolWatch.ts";

interface Deps {
  store: KnownStore;
  hasher: Hasher;
  clock: Pick<Clock, "nowMs">;
  fault(failure: Failure): void;
}

/** Approvals within a day of the last one are not written again. */
const DAY_MS = 24 * 3_600_000;
/** How many servers of `--config` files are remembered across runs; nobody removes these. */
const RUNS_KEPT = 500;

export class Identities {
  readonly #deps: Deps;
  readonly #now = new Map<string, ServerIdentity>();
  readonly #known: Map<string, KnownServer>;
  readonly #tools = new Map<string, ToolWatch>();
  /** The stored identities could not be read. */
  readonly #isLost: boolean;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { known, faults } = deps.store.load();
    this.#known = new Map(Object.entries(known));
    // Mask again: what an earlier version stored may count as a secret by now.
    for (const { identity } of this.#known.values()) {
      if (identity !== undefined) identity.identity = this.#masked(identity.identity);
    }
    this.#isLost = faults.length > 0;
    faults.forEach(deps.fault);
  }

  /**
   * Takes in the servers from earlier runs. Approved servers whose identity was lost must be approved again: all of
   * them if the file was broken, only commands if it is missing. That is stored until they are.
   */
  restore(servers: readonly Pick<StoredServer, "id" | "endpoint" | "confirmed">[]): void {
    const lost = servers.filter(({ id, endpoint, confirmed }) => {
      const known = this.#known.get(id);
      if (known?.identity !== undefined || known?.forgotten === true) return false;
      return this.#isLost || (endpoint.kind === "stdio" && confirmed !== null);
    });
    for (const { id } of lost) this.#known.set(id, { ...this.#known.get(id), forgotten: true });
    if (lost.length > 0) this.#save();
  }

  /** Takes in what inspecting the command has found. */
  program(
    id: string,
    endpoint: Extract<Endpoint<unknown>, { kind: "stdio" }>,
    facts: ProgramFacts,
  ): void {
    const { command, args } = endpoint;
    this.#now.set(id, this.#masked({ kind: "program", command, args, ...facts }));
  }

  /** Takes in the address of a server that may be connected; commands are taken in by `program`. */
  seen({ id, endpoint }: { id: string; endpoint: Endpoint<unknown> }): void {
    if (endpoint.kind === "demo") this.#now.set(id, { kind: "demo" });
    else if (endpoint.kind !== "stdio") this.#address(id, endpoint.url);
  }

  /** Called right before the first start or connection: without a known identity, the current one becomes it. */
  begins(server: { id: string; endpoint: Endpoint<unknown> }): void {
    const { id } = server;
    this.seen(server);
    const known = this.#known.get(id);
    if (known?.identity === undefined && known?.forgotten !== true) this.approvedNow(id);
  }

  /** True if it differs from the certificate seen before. */
  certificate(id: string, certificate: Certificate): boolean {
    const now = this.#now.get(id);
    if (now?.kind !== "address" || now.certificate?.sha256 === certificate.sha256) return false;
    const next = { ...now, certificate };
    this.#now.set(id, next);
    const known = this.#known.get(id)?.identity;
    // The first certificate seen of a known address becomes part of the known identity.
    if (known?.identity.kind === "address" && known.identity.certificate === undefined) {
      if (identityChanges(known.identity, next).length === 0) this.#knows(id, next, known.atMs);
    }
    return true;
  }

  /** How the current identity differs from the known one. */
  changes(id: string): IdentityChange[] {
    const now = this.#now.get(id);
    if (now !== undefined && this.#known.get(id)?.forgotten === true) {
      return [{ kind: "forgotten" }];
    }
    const known = this.#known.get(id)?.identity?.identity;
    return known === undefined || now === undefined ? [] : identityChanges(known, now);
  }

  /** A hash of the files that would be started; null if unknown. */
  filesHash(id: string): string | null {
    const now = this.#now.get(id);
    if (now?.kind !== "program") return null;
    const { path, sha256, files = [] } = now;
    return this.#deps.hasher.hash({ path, sha256, files });
  }

  /** The user approved the server's current identity, by confirming the start or explicitly. */
  approvedNow(id: string): void {
    const now = this.#now.get(id);
    if (now !== undefined) this.#knows(id, now, this.#deps.clock.nowMs());
  }

  /**
   * The user approved a request: the identity that the server had then becomes known, if it is still the same. The
   * server may have changed while the request was pending. A replay approves nothing: the server has not sent it. True
   * if this is new.
   */
  approved({ requester, reply }: Pick<HeldRequest, "requester" | "reply">): boolean {
    if (reply.kind === "replay") return false;
    const { serverId, identity } = requester;
    const now = this.#now.get(serverId);
    if (identity === undefined || now === undefined) return false;
    const { hasher } = this.#deps;
    if (hasher.hash(identity) !== hasher.hash(now)) return false;
    const atMs = this.#deps.clock.nowMs();
    const known = this.#known.get(serverId)?.identity;
    const same = known !== undefined && JSON.stringify(known.identity) === JSON.stringify(identity);
    if (same && atMs - known.atMs < DAY_MS) return false;
    this.#knows(serverId, identity, atMs);
    return true;
  }

  /** "This is fine": accepts the view that `hash` stands for, and nothing else. */
  accept(id: string, hash: string): Outcome<null, Failure> {
    if (this.view(id).hash !== hash) return fail({ kind: "stale" });
    this.#tools.get(id)?.accept(this.#deps.clock.nowMs());
    this.approvedNow(id);
    return ok(null);
  }

  toolsListed(id: string, tools: readonly ToolView[]): void {
    const isNew = this.#watch(id).list(tools, this.#deps.clock.nowMs());
    if (isNew) this.#keep(id, {});
  }

  /** As a host reads them; perhaps only some of the server's. */
  toolsSeen(id: string, tools: readonly ToolView[]): void {
    const isNew = this.#watch(id).see(tools, this.#deps.clock.nowMs());
    if (isNew) this.#keep(id, {});
  }

  difference(id: string, tool: string): ToolDifference | null {
    return this.#tools.get(id)?.difference(tool) ?? null;
  }

  /** What is attached to a request; `tools` are those whose calls may have caused it. */
  requester(
    id: string,
    tools: readonly string[],
  ): Pick<Requester, "identity" | "identityChanged" | "toolsChanged"> {
    const identity = this.#now.get(id);
    const identityChanged = this.changes(id);
    const changed = this.#tools.get(id)?.changed() ?? [];
    const toolsChanged = changed.filter(({ name }) => tools.includes(name));
    return {
      ...(identity === undefined ? {} : { identity }),
      ...(identityChanged.length === 0 ? {} : { identityChanged }),
      ...(toolsChanged.length === 0 ? {} : { toolsChanged }),
    };
  }

  view(id: string): KnownView {
    const identity = this.#now.get(id) ?? null;
    const known = this.#known.get(id)?.identity;
    const watch = this.#tools.get(id);
    const before =
      known === undefined || identity === null ? null : renewed(known.identity, identity);
    return {
      identity,
      hash: this.#deps.hasher.hash({ identity, tools: watch?.state ?? null }),
      changed: this.changes(id),
      ...(known === undefined ? {} : { knownAtMs: known.atMs }),
      ...(before === null ? {} : { renewed: before }),
      tools: {
        changed: watch?.changed() ?? [],
        added: watch?.added() ?? [],
        gone: watch?.gone() ?? [],
      },
    };
  }

  /** Shows what the entry's identity is now. */
  show(entry: ServerEntry): void {
    entry.known = this.view(entry.stored.id);
    entry.pushNow();
  }

  /**
   * The server's identity for rules bound to it: only of a server that is connected, by Countersign or for a host,
   * which only approved ones are. `all`: every server, among which its name must be unique.
   */
  standing(entry: ServerEntry, all: readonly ServerEntry[]): ServerStanding {
    if (entry.connection === null && entry.hostSessions.length === 0)
      return { identity: null, name: "unapproved" };
    const { id, endpoint } = entry.stored;
    const names = ({ stored }: ServerEntry) => [stored.id, stored.name].map(foldValue);
    const own = names(entry);
    const isShared = all.some(
      (other) => other !== entry && names(other).some((name) => own.includes(name)),
    );
    const isChanged = this.changes(id).length > 0;
    return {
      identity: this.#deps.hasher.hash({ id, ...identityOf(endpoint) }),
      name: isChanged ? "changed" : isShared ? "shared" : "own",
    };
  }

  drop(id: string): void {
    this.#now.delete(id);
    this.#tools.delete(id);
    if (this.#known.delete(id)) this.#save();
  }

  /** Takes in an address that may be reached; its last certificate is kept while the origin stays the same. */
  #address(id: string, url: string): void {
    const { origin, pathname } = new URL(url);
    const before = this.#now.get(id);
    const known = this.#known.get(id)?.identity?.identity;
    const same = (one: ServerIdentity | undefined): one is Address =>
      one?.kind === "address" && one.origin === origin;
    const certificate = same(before)
      ? before.certificate
      : same(known)
        ? known.certificate
        : undefined;
    const seen = certificate === undefined ? {} : { certificate };
    this.#now.set(id, this.#masked({ kind: "address", origin, pathname, ...seen }));
  }

  /** Masks secrets. If the path of an address contains one, a hash makes different paths distinguishable. */
  #masked(identity: ServerIdentity): ServerIdentity {
    const shown = maskedIdentity(identity);
    if (shown.kind !== "address" || identity.kind !== "address") return shown;
    if (shown.pathname === identity.pathname) return shown;
    const { origin, pathname } = identity;
    return { ...shown, pathHash: this.#deps.hasher.hash([origin, pathname]) };
  }

  #knows(id: string, identity: ServerIdentity, atMs: number): void {
    const { forgotten: _, ...known } = this.#known.get(id) ?? {};
    this.#known.set(id, known);
    this.#keep(id, { identity: { identity, atMs } });
  }

  #keep(id: string, more: KnownServer): void {
    const tools = this.#tools.get(id)?.known;
    const before = this.#known.get(id);
    this.#known.set(id, { ...before, ...more, ...(tools === undefined ? {} : { tools }) });
    this.#save();
  }

  #save(): void {
    const runs = [...this.#known].filter(([id]) => isOfRun(id));
    runs.sort(([, a], [, b]) => (b.identity?.atMs ?? 0) - (a.identity?.atMs ?? 0));
    for (const [id] of runs.slice(RUNS_KEPT)) this.#known.delete(id);
    const saved = this.#deps.store.save(Object.fromEntries(this.#known));
    if (!saved.ok) this.#deps.fault(saved.failure);
  }

  #watch(id: string): ToolWatch {
    const watch =
      this.#tools.get(id) ?? new ToolWatch(this.#known.get(id)?.tools, this.#deps.hasher);
    this.#tools.set(id, watch);
    return watch;
  }
}

type Address = Extract<ServerIdentity, { kind: "address" }>;
