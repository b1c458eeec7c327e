// What a person's word stands for before a local command is started: its words, and the files that these start. Asks
// when either is another one than was confirmed.
import type { ConnectionState } from "../../src-shared/servers/server.ts";
import type { IdentityChange } from "../../src-shared/servers/identity.ts";
import type { Clock, Hasher } from "../desk/ports.ts";
import { commandHash } from "./confirm.ts";
import type { Identities } from "./identities.ts";
import type { ConfirmedRun, StoredServer } from "./ports.ts";
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

export interface ConfirmingParts {
  runs: ConfirmedRun[];
  identities: Pick<Identities, "approvedNow" | "changes" | "filesHash">;
  hasher: Hasher;
  clock: Pick<Clock, "nowMs">;
  secretOf: SecretOf;
}

export class Confirming {
  readonly #parts: ConfirmingParts;
  /** Of commands of `--config` servers, newest last. */
  runs: ConfirmedRun[];

  constructor(parts: ConfirmingParts) {
    this.#parts = parts;
    this.runs = parts.runs;
  }

  /** What is to be asked before it is started; null where it may start, or nothing is started at all. */
  question(entry: ServerEntry): Question | null {
    const command = this.#command(entry);
    if (command === null) return null;
    const { confirmed } = entry.stored;
    const runBefore = this.#before(entry);
    const files = this.#changedFiles(entry, command);
    const isConfirmed = this.#isConfirmed(entry, command);
    if (isConfirmed && files.length === 0) {
      // One of several commands that go by the same name in `--config` files, each confirmed as it is.
      if (entry.source === "run") this.#confirmedBefore(entry.stored.id);
      return null;
    }
    const before = confirmed !== null || (entry.source === "run" && runBefore);
    // Where nothing can be compared any more, nothing is said to be another one.
    const changed = before && !(isConfirmed && files.every(({ kind }) => kind === "forgotten"));
    const what = changed ? (confirmed?.what ?? null) : null;
    const words = changed && what === null && !isConfirmed ? this.#changedWords(entry) : undefined;
    return {
      kind: "needs-confirmation",
      hash: this.#shown(entry, command),
      changed,
      ...(what === null ? {} : { before: entry.shownCommand(what) }),
      ...(words === undefined ? {} : { words }),
      ...(files.length === 0 ? {} : { files }),
    };
  }

  #confirmedBefore(id: string): void {
    const { identities } = this.#parts;
    if (identities.changes(id).length > 0) identities.approvedNow(id);
  }

  /** Takes the person's word for exactly what `hash` stands for, and gives what undoes that; null for anything else. */
  confirm(entry: ServerEntry, hash: string): (() => void) | null {
    const command = this.#command(entry);
    if (command === null || this.#shown(entry, command) !== hash) return null;
    const atMs = this.#parts.clock.nowMs();
    const [before, runsBefore] = [entry.stored, this.runs];
    const what = before.endpoint.kind === "stdio" ? before.endpoint : null;
    entry.stored = { ...before, confirmed: { hash: command, atMs, what } };
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
    const run = this.runs.find(({ hash }) => hash === command);
    if (entry.source !== "run" || run === undefined) return false;
    entry.stored = {
      ...entry.stored,
      confirmed: { hash: command, atMs: run.atMs, what: null },
    };
    return true;
  }

  #before(entry: ServerEntry): boolean {
    const nameHash = this.#nameHash(entry.stored);
    return this.runs.some((run) => run.nameHash === nameHash);
  }

  /** Files of the command that are others than those that were confirmed. */
  #changedFiles(entry: ServerEntry, command: string): IdentityChange[] {
    const { identities } = this.#parts;
    const { id, name } = entry.stored;
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

  /** Command and arguments as they were approved, where they are others: all that is kept of one of an earlier `--config`. */
  #changedWords({ stored }: ServerEntry): IdentityChange | undefined {
    return this.#parts.identities.changes(stored.id).find(({ kind }) => kind === "command");
  }

  #nameHash({ name }: StoredServer): string {
    return this.#parts.hasher.hash({ name });
  }

  /** Of all that would be started; null where nothing is. */
  #command(entry: ServerEntry): string | null {
    const endpoint = entry.resolved(this.#parts.secretOf);
    return endpoint.kind === "stdio" ? commandHash(endpoint, this.#parts.hasher) : null;
  }

  /** What the person confirms: the command, and the files that were looked at. */
  #shown(entry: ServerEntry, command: string): string {
    const files = this.#parts.identities.filesHash(entry.stored.id);
    return files === null ? command : this.#parts.hasher.hash({ command, files });
  }
}
