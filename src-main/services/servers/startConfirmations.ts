// What the user's word stands for before a local command is started or an address is reached: its words, the files that
// these start, and what its config lets it do. Asks when any of it is another one than was confirmed.
import type { ConnectionState } from "../../../src-shared/servers/server.ts";
import type { IdentityChange } from "../../../src-shared/servers/identity/identity.ts";
import { loosened } from "../../../src-shared/servers/identity/loosened.ts";
import type { Json } from "../../../src-shared/json.ts";
import type { Clock, Hasher } from "../../desk/ports.ts";
import { addressHash, commandHash } from "./confirm.ts";
import type { Identities } from "./identities.ts";
import type { ConfirmedRun, StoredServer } from "../ports.ts";
import type { SecretOf, ServerEntry } from "./serverEntry.ts";

/** Confirmations of `--config` commands that are remembered. */
const CONFIRMED_RUNS_KEPT = 500;

/** What of an identity is about the files that a command starts; its words are compared by themselves. */
const OF_FILES: ReadonlySet<IdentityChange["kind"]> = new Set([
  "path",
  "program",
  "script",
  "moved",
  "forgotten",
]);

type Question = Extract<ConnectionState, { kind: "needs-confirmation" }>;

export interface StartConfirmationsDeps {
  runs: ConfirmedRun[];
  identities: Pick<Identities, "approvedNow" | "changes" | "filesHash" | "isKnown">;
  hasher: Hasher;
  clock: Pick<Clock, "nowMs">;
  secretOf: SecretOf;
}

export class StartConfirmations {
  readonly #parts: StartConfirmationsDeps;
  /** Of commands of `--config` servers, newest last. */
  runs: ConfirmedRun[];

  constructor(parts: StartConfirmationsDeps) {
    this.#parts = parts;
    this.runs = parts.runs;
  }

  /** What is to be asked before it is started or reached; null where it may be. */
  question(entry: ServerEntry): Question | null {
    const command = this.#command(entry);
    if (command === null) return null;
    const { confirmed } = entry.stored;
    const runBefore = this.#before(entry);
    const files = this.#changedFiles(entry, command);
    const isConfirmed = this.#isConfirmed(entry, command);
    if (isConfirmed && files.length === 0) {
      // One of several commands that go by the same name in `--config` files, each confirmed as it is.
      if (entry.source === "run") this.#confirmedBefore(entry);
      return null;
    }
    const isKnown = entry.stored.endpoint.kind !== "stdio" && this.#isOther(entry);
    const before = confirmed !== null || isKnown || (entry.source === "run" && runBefore);
    // Where nothing can be compared any more, nothing is said to be another one.
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

  /** Another certificate of the same address was not confirmed with it. */
  #confirmedBefore(entry: ServerEntry): void {
    if (this.#isOther(entry)) this.#parts.identities.approvedNow(entry.stored.id);
  }

  #isOther({ stored: { id } }: ServerEntry): boolean {
    return this.#parts.identities.changes(id).some(({ kind }) => kind !== "certificate");
  }

  /** Takes the user's word for exactly what `hash` stands for, and gives what undoes that; null for anything else. */
  confirm(entry: ServerEntry, hash: string): (() => void) | null {
    const command = this.#command(entry);
    if (command === null || this.#shown(entry, command) !== hash) return null;
    const atMs = this.#parts.clock.nowMs();
    const [before, runsBefore] = [entry.stored, this.runs];
    const what = before.endpoint.kind === "stdio" ? before.endpoint : null;
    const isRun = entry.source === "run";
    // Where it is stored, what its config brought is the user's own policy from now on.
    if (!isRun) entry.stored = { ...before, offered: undefined };
    const confirmed = { hash: this.#command(entry) ?? command, atMs, what };
    entry.stored = { ...entry.stored, confirmed };
    if (entry.source === "run") {
      const files = this.#parts.identities.filesHash(before.id) ?? undefined;
      const others = runsBefore.filter((run) => run.hash !== command);
      const run = { nameHash: this.#nameHash(before), hash: command, atMs, files };
      this.runs = [...others, run].slice(-CONFIRMED_RUNS_KEPT);
    }
    return () => {
      entry.stored = before;
      this.runs = runsBefore;
    };
  }

  #isConfirmed(entry: ServerEntry, command: string): boolean {
    if (entry.stored.confirmed?.hash === command) return true;
    if (this.#wasReached(entry)) return true;
    const run = this.runs.find(({ hash }) => hash === command);
    if (entry.source !== "run" || run === undefined) return false;
    entry.stored = {
      ...entry.stored,
      confirmed: { hash: command, atMs: run.atMs, what: null },
    };
    return true;
  }

  /** An address that an earlier version reached, from before addresses were confirmed: approved by whoever added it. */
  #wasReached(entry: ServerEntry): boolean {
    const { id, endpoint, confirmed, offered } = entry.stored;
    if (entry.source !== "stored" || endpoint.kind === "stdio" || confirmed !== null) return false;
    return offered === undefined && this.#parts.identities.isKnown(id) && !this.#isOther(entry);
  }

  #before(entry: ServerEntry): boolean {
    const nameHash = this.#nameHash(entry.stored);
    return this.runs.some((run) => run.nameHash === nameHash);
  }

  /** Files of the command that are others than those that were confirmed. */
  #changedFiles(entry: ServerEntry, command: string): IdentityChange[] {
    const { identities } = this.#parts;
    const { id, name, endpoint } = entry.stored;
    if (endpoint.kind !== "stdio") return [];
    const all = identities.changes(id);
    const found = all.filter(({ kind }) => OF_FILES.has(kind));
    const files = identities.filesHash(id);
    const run = this.runs.find(({ hash }) => hash === command);
    if (entry.source !== "run" || run?.files === undefined || files === null) return found;
    if (run.files === files) return [];
    // What is known by this name may be of another command.
    const isKnown = found.length > 0 && all.length === found.length;
    return isKnown ? found : [{ kind: "program", path: name, before: run.files, after: files }];
  }

  /** The words as they were approved, where they are others: all that is kept of one of an earlier `--config`. */
  #changedWords({ stored }: ServerEntry): IdentityChange | undefined {
    const changes = this.#parts.identities.changes(stored.id);
    return changes.find(({ kind }) => kind === "command" || kind === "address");
  }

  #nameHash({ name }: StoredServer): string {
    return this.#parts.hasher.hash({ name });
  }

  /** Of all that would be started or reached, and allowed; null where that is the bundled server. */
  #command(entry: ServerEntry): string | null {
    const { hasher, secretOf } = this.#parts;
    const endpoint = entry.resolved(secretOf);
    if (endpoint.kind === "demo") return null;
    const words =
      endpoint.kind === "stdio" ? commandHash(endpoint, hasher) : addressHash(endpoint, hasher);
    const more = loosenedIn(entry);
    return more.length === 0 ? words : hasher.hash({ words, more: more as unknown as Json });
  }

  /** What the user confirms: the command, and the files that were looked at. */
  #shown(entry: ServerEntry, command: string): string {
    const files = this.#parts.identities.filesHash(entry.stored.id);
    return files === null ? command : this.#parts.hasher.hash({ command, files });
  }
}

const loosenedIn = ({ stored: { offered } }: ServerEntry) =>
  offered === undefined ? [] : loosened(offered);
