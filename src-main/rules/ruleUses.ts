// Counts how often each rule has decided; reported and saved with a delay, since there may be hundreds per minute.
// `rule-uses.json` has them for display in the Rules room: no decision depends on them, and the ledger has the evidence.
import { z } from "zod";
import type { RulesView } from "#shared/contract/rules.ts";
import { jsonStore, type JsonStore } from "../profile/jsonFile.ts";

/** Delay before a count is reported, in milliseconds. */
const TOLD_MS = 1000;
/** Delay before it is saved: saving blocks main, and what a crash loses can be counted from the ledger. */
const KEPT_MS = 30_000;

const usesSchema = z.record(
  z.string().max(100),
  z.object({ count: z.number().int().nonnegative(), lastAtMs: z.number() }),
);
type Uses = z.infer<typeof usesSchema>;

/** How often each rule has decided, by id. */
export type RuleUsesStore = JsonStore<Uses>;
export const openRuleUses = (file: string): RuleUsesStore => jsonStore(file, usesSchema, {});

export class RuleUses {
  readonly #store: RuleUsesStore;
  readonly #changed: () => void;
  #uses: Uses;
  #telling: NodeJS.Timeout | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(store: RuleUsesStore, changed: () => void) {
    this.#store = store;
    this.#changed = changed;
    this.#uses = store.load().value;
  }

  /** The counts of these rules only. */
  of(ids: readonly string[]): RulesView["used"] {
    return Object.fromEntries(
      ids.flatMap((id) => {
        const known = Object.hasOwn(this.#uses, id) ? this.#uses[id] : undefined;
        return known === undefined ? [] : [[id, known]];
      }),
    );
  }

  /** Counts one more decision of the rule. */
  add(id: string, atMs: number): void {
    const count = (this.of([id])[id]?.count ?? 0) + 1;
    this.#uses = { ...this.#uses, [id]: { count, lastAtMs: atMs } };
    this.#telling ??= setTimeout(() => this.#tell(), TOLD_MS);
    this.#timer ??= setTimeout(() => this.keep(), KEPT_MS);
  }

  /** Saves unsaved counts. */
  keep(): void {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#store.save(this.#uses);
  }

  /** Saves the counts and stops reporting. */
  close(): void {
    this.keep();
    if (this.#telling !== null) clearTimeout(this.#telling);
  }

  #tell(): void {
    this.#telling = null;
    this.#changed();
  }
}
