// How often each rule has decided, kept and told a moment later: hundreds may come in a minute.
import type { RulesView } from "../../src-shared/ipc/rules.ts";
import type { RuleUsesStore } from "./rulesPorts.ts";

/** How long a count may wait to be told and kept, in milliseconds. */
const LATER_MS = 1000;

export class RuleUses {
  readonly #store: RuleUsesStore;
  readonly #changed: () => void;
  #uses: RulesView["used"];
  #timer: NodeJS.Timeout | null = null;

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
    this.#timer ??= setTimeout(() => this.tell(), LATER_MS);
  }

  /** Keeps and tells what has been counted since. */
  tell(): void {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#store.save(this.#uses);
    this.#changed();
  }
}
