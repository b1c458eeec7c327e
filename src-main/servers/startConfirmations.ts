// What the user confirms before a local command is started or an address reached: the command line or address, the
// command's files, and permissions that its config asks for. Asks again when any of it changes.
import type { ConnectionState } from "#shared/servers/server.ts";
import type { IdentityChange } from "#shared/servers/identity/identity.ts";
import { loosenedFields } from "#shared/servers/identity/loosened.ts";
import type { Json } from "#shared/json.ts";
import type { Clock, Hasher } from "../core/ports.ts";
import { addressHash, commandHash } from "./endpoint.ts";
import type { Identities } from "./identities.ts";
import type { StoredServer } from "./serverStore.ts";
import type { ServerEntry } from "./serverEntry.ts";
import type { ServerList } from "./serverList.ts";

/** How many confirmations of `--config` commands are remembered. */
const CONFIRMED_RUNS_KEPT = 500;

/** Identity changes that concern the command's files; the command line is compared by its hash. */
const OF_FILES: ReadonlySet<IdentityChange["kind"]> = new Set([
  "path",
  "program",
  "script",
  "moved",
  "forgotten",
]);

type Question = Extract<ConnectionState, { kind: "needs-confirmation" }>;

interface Deps {
  servers: ServerList;
  identities: Identities;
  /** Hashes with a key, so that editing the servers file cannot confirm a command. */
  hasher: Hasher;
  clock: Pick<Clock, "nowMs">;
}

export class StartConfirmations {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** What the user must confirm before a start or connection; null if nothing. */
  question(entry: ServerEntry): Question | null {
    const command = this.#command(entry);
    if (command === null) return null;
    const { confirmed } = entry.stored;
    const runBefore = this.#before(entry);
    const files = this.#changedFiles(entry, command);
    const isConfirmed = this.#isConfirmed(entry, command);
    if (isConfirmed && files.length === 0) {
      // Several confirmed commands may share one name in `--config` files.
      if (entry.source === "run") this.#confirmedBefore(entry);
      return null;
    }
    const isKnown = entry.stored.endpoint.kind !== "stdio" && this.#isOther(entry);
    const before = confirmed !== null || isKnown || (entry.source === "run" && runBefore);
    // If the previous identity is lost, nothing can be compared, so do not call it changed.
    const changed = before && !(isConfirmed && files.every(({ kind }) => kind === "forgotten"));
    const what = changed ? (confirmed?.what ?? null) : null;
    const more = loosenedIn(entry);
    const words = changed && what === null && !isConfirmed ? this.#changedWords(entry) : undefined;
    return {
      kind: "needs-confirmation",
      hash: this.#shown(entry, command),
      changed,
      ...(what === null ? {} : { before: entry.shownCommand(what) }),
      ...(words === undefined ? {} : { words }),
      ...(files.length === 0 ? {} : { files }),
      ...(more.length === 0 ? {} : { loosened: more }),
    };
  }

  /** Accepts the current identity. A changed certificate alone was not part of the confirmation. */
  #confirmedBefore(entry: ServerEntry): void {
    if (this.#isOther(entry)) this.#deps.identities.approvedNow(entry.stored.id);
  }

  #isOther({ stored: { id } }: ServerEntry): boolean {
    return this.#deps.identities.changes(id).some(({ kind }) => kind !== "certificate");
  }

  /** Confirms exactly what `hash` stands for and returns an undo function; null if it does not match. */
  confirm(entry: ServerEntry, hash: string): (() => void) | null {
    const command = this.#command(entry);
    if (command === null || this.#shown(entry, command) !== hash) return null;
    const atMs = this.#deps.clock.nowMs();
    const { servers } = this.#deps;
    const before = entry.stored;
    const runsBefore = servers.confirmedRuns;
    const what = before.endpoint.kind === "stdio" ? before.endpoint : null;
    const isRun = entry.source === "run";
    // Confirming a stored server adopts the permissions of its config as the user's own policy.
    if (!isRun) entry.stored = { ...before, offered: undefined };
    const confirmed = { hash: this.#command(entry) ?? command, atMs, what };
    entry.stored = { ...entry.stored, confirmed };
    if (entry.source === "run") {
      const files = this.#deps.identities.filesHash(before.id) ?? undefined;
      const others = runsBefore.filter((run) => run.hash !== command);
      const run = { nameHash: this.#nameHash(before), hash: command, atMs, files };
      servers.confirmedRuns = [...others, run].slice(-CONFIRMED_RUNS_KEPT);
    }
    return () => {
      entry.stored = before;
      servers.confirmedRuns = runsBefore;
    };
  }

  #isConfirmed(entry: ServerEntry, command: string): boolean {
    if (entry.stored.confirmed?.hash === command) return true;
    const run = this.#deps.servers.confirmedRuns.find(({ hash }) => hash === command);
    if (entry.source !== "run" || run === undefined) return false;
    entry.stored = {
      ...entry.stored,
      confirmed: { hash: command, atMs: run.atMs, what: null },
    };
    return true;
  }

  #before(entry: ServerEntry): boolean {
    const nameHash = this.#nameHash(entry.stored);
    return this.#deps.servers.confirmedRuns.some((run) => run.nameHash === nameHash);
  }

  /** The command's files that differ from the confirmed ones. */
  #changedFiles(entry: ServerEntry, command: string): IdentityChange[] {
    const { identities } = this.#deps;
    const { id, name, endpoint } = entry.stored;
    if (endpoint.kind !== "stdio") return [];
    const all = identities.changes(id);
    const found = all.filter(({ kind }) => OF_FILES.has(kind));
    const files = identities.filesHash(id);
    const run = this.#deps.servers.confirmedRuns.find(({ hash }) => hash === command);
    if (entry.source !== "run" || run?.files === undefined || files === null) return found;
    if (run.files === files) return [];
    // The known identity may belong to another command of the same name.
    const isKnown = found.length > 0 && all.length === found.length;
    return isKnown ? found : [{ kind: "program", path: name, before: run.files, after: files }];
  }

  /**
   * The change of the command line or address since the approval. For an earlier `--config` run, nothing else is
   * stored.
   */
  #changedWords({ stored }: ServerEntry): IdentityChange | undefined {
    const changes = this.#deps.identities.changes(stored.id);
    return changes.find(({ kind }) => kind === "command" || kind === "address");
  }

  #nameHash({ name }: StoredServer): string {
    return this.#deps.hasher.hash({ name });
  }

  /** A hash of everything that would be started or reached, and permitted; null for the bundled server. */
  #command(entry: ServerEntry): string | null {
    const { hasher } = this.#deps;
    const endpoint = entry.resolved();
    if (endpoint.kind === "demo") return null;
    const words =
      endpoint.kind === "stdio" ? commandHash(endpoint, hasher) : addressHash(endpoint, hasher);
    const more = loosenedIn(entry);
    return more.length === 0 ? words : hasher.hash({ words, more: more as unknown as Json });
  }

  /** What the user confirms: the command and its inspected files. */
  #shown(entry: ServerEntry, command: string): string {
    const files = this.#deps.identities.filesHash(entry.stored.id);
    return files === null ? command : this.#deps.hasher.hash({ command, files });
  }
}

const loosenedIn = ({ stored: { offered } }: ServerEntry) =>
  offered === undefined ? [] : loosenedFields(offered);
