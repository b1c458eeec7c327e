// How often each rule has decided, kept and told a moment later: hundreds may come in a minute.
import type { RulesView } from "../../../src-shared/ipc/rules.ts";
import type { RuleUsesStore } from "./rulesPorts.ts";

/** How long a count may wait to be told, in milliseconds. */
const TOLD_MS = 1000;
/** And to be kept: main waits for the disk, and what a crash loses of it is in the record. */
const KEPT_MS = 30_000;

export class RuleUses {
  readonly #store: RuleUsesStore;
  readonly #changed: () => void;
  #uses: RulesView["used"];
  #telling: NodeJS.Timeout | null = null;
  #keeping: NodeJS.Timeout | null = null;

  constructor(store: RuleUsesStore, changed: () => void) {
    this.#store = store;
    this.#changed = changed;
    this.#uses = store.load();
  }

  /** Of these rules alone. */
  of(ids: readonly string[]): RulesView["used"] {
    return Object.fromEntries(
      ids.flatMap((id) => {
        const known = Object.hasOwn(this.#uses, id) ? this.#uses[id] : undefined;
        return known === undefined ? [] : [[id, known]];
      }),
    );
  }

  /** The rule has decided about one request more. */
  add(id: string, atMs: number): void {
    const count = (this.of([id])[id]?.count ?? 0) + 1;
    this.#uses = { ...this.#uses, [id]: { count, lastAtMs: atMs } };
    this.#telling ??= setTimeout(() => this.#tell(), TOLD_MS);
    this.#keeping ??= setTimeout(() => this.keep(), KEPT_MS);
  }

  /** Keeps what has been counted since. */
  keep(): void {
    if (this.#keeping === null) return;
    clearTimeout(this.#keeping);
    this.#keeping = null;
    this.#store.save(this.#uses);
  }

  /** Keeps it, and tells no more. */
  close(): void {
    this.keep();
    if (this.#telling !== null) clearTimeout(this.#telling);
  }

  #tell(): void {
    this.#telling = null;
    this.#changed();
  }
}
