// Who servers are, beside what the user has approved of them. The first sight of a server is what is known of it: the
// person has just added it. After that only the user's own act makes something else known.
import { fail, ok } from "../../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import type { Asker } from "../../../src-shared/sampling/life/sample.ts";
import type { Certificate, ServerIdentity } from "../../../src-shared/servers/identity/identity.ts";
import type { IdentityChange } from "../../../src-shared/servers/identity/identity.ts";
import { identityChanges, renewed } from "../../../src-shared/servers/identity/identityChange.ts";
import { maskedIdentity } from "../../../src-shared/servers/config/masking.ts";
import type {
  KnownServer,
  KnownView,
  ToolDifference,
} from "../../../src-shared/servers/identity/known.ts";
import type { Endpoint, ToolView } from "../../../src-shared/servers/server.ts";
import type { Clock, Hasher } from "../../desk/ports.ts";
import { isOfRun } from "./serverStored.ts";
import type { KnownStore, ProgramFacts, StoredServer } from "../ports.ts";
import { ToolWatch } from "../calls/toolWatch.ts";

export interface IdentitiesParts {
  /** Absent: nothing is kept beyond this run. */
  store?: KnownStore | undefined;
  hasher: Hasher;
  clock: Pick<Clock, "nowMs">;
  fault(failure: Failure): void;
}

/** An approval on a later day is worth a new line on disk, one of the same day is not. */
const DAY_MS = 24 * 3_600_000;
/** Servers of `--config` files that are known from one run to the next: nobody removes them. */
const RUNS_KEPT = 500;

export class Identities {
  readonly #parts: IdentitiesParts;
  readonly #now = new Map<string, ServerIdentity>();
  readonly #known: Map<string, KnownServer>;
  readonly #tools = new Map<string, ToolWatch>();
  /** What was kept could not be read. */
  readonly #isLost: boolean;

  constructor(parts: IdentitiesParts) {
    this.#parts = parts;
    const { known, faults } = parts.store?.load() ?? { known: {}, faults: [] };
    this.#known = new Map(Object.entries(known));
    // What an earlier version kept may hold what is a secret by now.
    for (const { identity } of this.#known.values()) {
      if (identity !== undefined) identity.identity = this.#masked(identity.identity);
    }
    this.#isLost = faults.length > 0;
    faults.forEach(parts.fault);
  }

  /**
   * These are there from earlier runs. Of those that were approved and are not known any more the user is asked again:
   * all of them where the file was broken, commands also where it is gone. That is kept until they are. Gives itself.
   */
  were(servers: readonly Pick<StoredServer, "id" | "endpoint" | "confirmed">[]): this {
    if (this.#parts.store === undefined) return this;
    const lost = servers.filter(({ id, endpoint, confirmed }) => {
      const known = this.#known.get(id);
      if (known?.identity !== undefined || known?.forgotten === true) return false;
      return this.#isLost || (endpoint.kind === "stdio" && confirmed !== null);
    });
    for (const { id } of lost) this.#known.set(id, { ...this.#known.get(id), forgotten: true });
    if (lost.length > 0) this.#save();
    return this;
  }

  /** Takes in what would be started. */
  program(
    id: string,
    endpoint: Extract<Endpoint<unknown>, { kind: "stdio" }>,
    facts: ProgramFacts,
  ): void {
    const { command, args } = endpoint;
    this.#now.set(id, this.#masked({ kind: "program", command, args, ...facts }));
  }

  /** The user has approved an identity of it. */
  isKnown(id: string): boolean {
    return this.#known.get(id)?.identity !== undefined;
  }

  /** It may be about to be reached; a command was looked at before. */
  seen({ id, endpoint }: { id: string; endpoint: Endpoint<unknown> }): void {
    if (endpoint.kind === "demo") this.#now.set(id, { kind: "demo" });
    else if (endpoint.kind !== "stdio") this.#address(id, endpoint.url);
  }

  /** It is about to be started or reached: where nothing was known of it, this is. */
  begins(server: { id: string; endpoint: Endpoint<unknown> }): void {
    const { id } = server;
    this.seen(server);
    const known = this.#known.get(id);
    if (known?.identity === undefined && known?.forgotten !== true) this.approvedNow(id);
  }

  /** True where it is another certificate than the one seen before. */
  certificate(id: string, certificate: Certificate): boolean {
    const now = this.#now.get(id);
    if (now?.kind !== "address" || now.certificate?.sha256 === certificate.sha256) return false;
    const next = { ...now, certificate };
    this.#now.set(id, next);
    const known = this.#known.get(id)?.identity;
    // The first one that is seen of a known address.
    if (known?.identity.kind === "address" && known.identity.certificate === undefined) {
      if (identityChanges(known.identity, next).length === 0) this.#knows(id, next, known.atMs);
    }
    return true;
  }

  /** What of it is another one than what is known. */
  changes(id: string): IdentityChange[] {
    const now = this.#now.get(id);
    if (now !== undefined && this.#known.get(id)?.forgotten === true) {
      return [{ kind: "forgotten" }];
    }
    const known = this.#known.get(id)?.identity?.identity;
    return known === undefined || now === undefined ? [] : identityChanges(known, now);
  }

  /** The hash of the files that would be started; null where none are known. */
  filesHash(id: string): string | null {
    const now = this.#now.get(id);
    if (now?.kind !== "program") return null;
    const { path, sha256, files = [] } = now;
    return this.#parts.hasher.hash({ path, sha256, files });
  }

  /** The user approved it as it is now: the start of its command, or by their own word. */
  approvedNow(id: string): void {
    const now = this.#now.get(id);
    if (now !== undefined) this.#knows(id, now, this.#parts.clock.nowMs());
  }

  /**
   * The user approved a request of it: what it was when it asked is known, where it still is that. True where that is
   * news. A request may have waited since before the server became another one.
   */
  approved({ serverId, identity }: Asker): boolean {
    const now = this.#now.get(serverId);
    if (identity === undefined || now === undefined) return false;
    const { hasher } = this.#parts;
    if (hasher.hash(identity) !== hasher.hash(now)) return false;
    const atMs = this.#parts.clock.nowMs();
    const known = this.#known.get(serverId)?.identity;
    const same = known !== undefined && JSON.stringify(known.identity) === JSON.stringify(identity);
    if (same && atMs - known.atMs < DAY_MS) return false;
    this.#knows(serverId, identity, atMs);
    return true;
  }

  /** "This is fine": to all that `hash` stands for, and nothing else. */
  fine(id: string, hash: string): Outcome<null, Failure> {
    if (this.view(id).hash !== hash) return fail({ kind: "stale" });
    this.#tools.get(id)?.fine(this.#parts.clock.nowMs());
    this.approvedNow(id);
    return ok(null);
  }

  toolsListed(id: string, tools: readonly ToolView[]): void {
    const isNew = this.#watch(id).list(tools, this.#parts.clock.nowMs());
    if (isNew) this.#keep(id, {});
  }

  difference(id: string, tool: string): ToolDifference | null {
    return this.#tools.get(id)?.difference(tool) ?? null;
  }

  /** What is put to a request; `tools` are those whose calls may have led to it. */
  asker(
    id: string,
    tools: readonly string[],
  ): Pick<Asker, "identity" | "identityChanged" | "toolsChanged"> {
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
      hash: this.#parts.hasher.hash({ identity, tools: watch?.state ?? null }),
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

  forget(id: string): void {
    this.#now.delete(id);
    this.#tools.delete(id);
    if (this.#known.delete(id)) this.#save();
  }

  /** Takes in an address that is about to be reached; what its certificate was is kept as long as it stays the same. */
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

  /** Without secrets; where the path of an address holds one, a hash tells it from another one. */
  #masked(identity: ServerIdentity): ServerIdentity {
    const shown = maskedIdentity(identity);
    if (shown.kind !== "address" || identity.kind !== "address") return shown;
    if (shown.pathname === identity.pathname) return shown;
    const { origin, pathname } = identity;
    return { ...shown, pathHash: this.#parts.hasher.hash([origin, pathname]) };
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
    const saved = this.#parts.store?.save(Object.fromEntries(this.#known));
    if (saved !== undefined && !saved.ok) this.#parts.fault(saved.failure);
  }

  #watch(id: string): ToolWatch {
    const watch =
      this.#tools.get(id) ?? new ToolWatch(this.#known.get(id)?.tools, this.#parts.hasher);
    this.#tools.set(id, watch);
    return watch;
  }
}

type Address = Extract<ServerIdentity, { kind: "address" }>;
