// The rules in force: those of this session, then those of the file, which is read again when it changes. While the
// file is broken, or was changed by another program and not accepted yet, no rule applies.
import type { RulesView } from "#shared/contract/rules.ts";
import type { RuleFault } from "#shared/rules/fault.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { parse } from "#shared/filter/parse.ts";
import { compile } from "#shared/rules/judge/judge.ts";
import type { Compiled } from "#shared/rules/judge/judge.ts";
import { inOrder, isOfMemory } from "#shared/rules/order.ts";
import type { Rule } from "#shared/rules/rule.ts";
import { contradictionsIn, readRules } from "#shared/rules/rulesFile.ts";
import { rulesText } from "#shared/rules/rulesText.ts";
import type { Audience } from "../audience.ts";
import type { Accepted } from "../profile/accepted.ts";
import type { RulesStore } from "./ruleStore.ts";
import { RuleUses, type RuleUsesStore } from "./ruleUses.ts";

export interface RulesParts {
  store: RulesStore;
  uses: RuleUsesStore;
  accepted: Accepted;
  audience: Pick<Audience, "set">;
}

export class RulesService {
  readonly #parts: RulesParts;
  readonly #uses: RuleUses;
  /** Rules that hold for this session or one conversation; never written to the file. */
  #session: Rule[] = [];
  #rules: Rule[] = [];
  #faults: RuleFault[] = [];
  #text: string | null = null;
  #pending: RulesView["pending"];
  #revision = 0;
  /** Null when the rules have changed since they were compiled. */
  #compiled: Compiled | null = null;
  #before: Compiled | null = null;
  /** Remaining uses of each rule when the revision began; a later save is merged against them. */
  #leftThen = new Map<string, number>();

  constructor(parts: RulesParts) {
    this.#parts = parts;
    this.#uses = new RuleUses(parts.uses, () => this.#changed());
    this.#read();
    parts.store.watch(() => this.look());
  }

  view(): RulesView {
    const rules = this.#all();
    return {
      revision: this.#revision,
      rules,
      file: this.#parts.store.file,
      faults: this.#faults,
      pending: this.#pending,
      used: this.#uses.of(rules.map(({ id }) => id)),
    };
  }

  #changed(): void {
    this.#parts.audience.set("rules", () => this.view());
  }

  /** The rules in force, in order; null while the file is broken. Reads a changed file first. */
  holding(): readonly Rule[] | null {
    this.look();
    return this.#faults.length > 0 ? null : this.#all();
  }

  /** The same, compiled. */
  compiled(): Compiled | null {
    const rules = this.holding();
    if (rules === null) return null;
    this.#compiled ??= compile(rules, this.#before);
    this.#before = this.#compiled;
    return this.#compiled;
  }

  /** Takes over changes that were made to the file from outside. */
  look(): void {
    if (!this.#parts.store.changed()) return;
    const before = JSON.stringify([this.#text, this.#faults]);
    this.#read();
    if (JSON.stringify([this.#text, this.#faults]) === before) return;
    this.#begin();
    this.#changed();
  }

  /**
   * Replaces the rules of `revision` and returns the new revision. A broken file is not overwritten: its content
   * would be lost.
   * @param renewed ids of the rules whose number of uses the user has set again
   */
  save(
    rules: readonly Rule[],
    revision: number,
    renewed: readonly string[] = [],
  ): Outcome<number, Failure> {
    this.look();
    const locked = this.locked();
    if (locked !== null) return fail(locked);
    if (revision !== this.#revision) return fail({ kind: "stale" });
    const unusable = unusableIn(rules);
    if (unusable !== null) return fail(unusable);
    const counted = rules.map((rule) => (renewed.includes(rule.id) ? rule : this.#counted(rule)));
    const written = this.#write(counted.filter((rule) => !isOfMemory(rule)));
    if (!written.ok) return written;
    this.#session = counted.filter(isOfMemory);
    this.#compiled = null;
    this.#begin();
    this.#changed();
    return ok(this.#revision);
  }

  /** Why no rule applies and none can be saved; null if the file is fine. */
  locked(): Failure | null {
    if (this.#faults.length === 0) return null;
    const kind = this.#pending === undefined ? "rules-broken" : "rules-unaccepted";
    return { kind, file: this.#parts.store.file };
  }

  /** Accepts the file as another program has changed it. Fails with `stale` if it has changed again. */
  accept(hash: string): Outcome<null, Failure> {
    this.look();
    if (this.#pending?.hash !== hash) return fail({ kind: "stale" });
    const kept = this.#parts.accepted.accept(new Map([[FILE, this.#pending.now]]));
    if (!kept.ok) return kept;
    this.#read();
    this.#begin();
    this.#changed();
    return ok(null);
  }

  /** Takes one use of a rule with limited uses, durably; false if none is left or it cannot be written. */
  takeUse(ruleId: string): boolean {
    return this.#use(ruleId, -1);
  }

  /** Gives back a use whose decision did not take effect. If that cannot be written, the use is lost. */
  returnUse(ruleId: string): void {
    this.#use(ruleId, 1);
  }

  #use(ruleId: string, more: 1 | -1): boolean {
    this.look();
    const rule = this.#rules.find(({ id }) => id === ruleId);
    if (rule?.holds.kind !== "uses" || this.#faults.length > 0) return false;
    const left = rule.holds.left + more;
    if (left < 0) return false;
    const now: Rule = { ...rule, holds: { kind: "uses", left } };
    const written = this.#write(this.#rules.map((one) => (one === rule ? now : one)));
    if (written.ok) this.#changed();
    return written.ok;
  }

  /** Counts one more decision of the rule. */
  onDecided(ruleId: string, atMs: number): void {
    this.#uses.add(ruleId, atMs);
  }

  close(): void {
    this.#uses.close();
    this.#parts.store.close();
  }

  #all(): Rule[] {
    return inOrder([...this.#session, ...this.#rules]);
  }

  #read(): void {
    this.#compiled = null;
    this.#pending = undefined;
    const read = this.#parts.store.read();
    if (!read.ok) {
      const fault = { kind: "unreadable" as const, detail: read.failure.slice(0, 500) };
      [this.#text, this.#rules, this.#faults] = [null, [], [{ line: 1, column: 1, fault }]];
      return;
    }
    const { rules, faults } = read.value === null ? NOTHING : readRules(read.value);
    [this.#text, this.#rules, this.#faults] = [read.value, rules, faults];
    if (faults.length > 0) return;
    const { accepted } = this.#parts;
    const now = read.value ?? "";
    const [other] = accepted.differing(new Map([[FILE, now]]));
    if (other === undefined || other.now === null) return;
    const before = other.before === null ? null : accepted.text(other.before);
    // A rule that is gone may have refused what a program in Watch asks.
    const hadRules = other.before !== null && (before === null || hasRules(before));
    if (rules.length === 0 && !hadRules) return;
    this.#pending = { before, now, hash: other.now };
    [this.#rules, this.#faults] = [[], [{ line: 1, column: 1, fault: { kind: "unaccepted" } }]];
  }

  #write(rules: Rule[]): Outcome<null, Failure> {
    const text = rulesText(rules, this.#text);
    if (text !== this.#text && (rules.length > 0 || this.#text !== null)) {
      const written = this.#parts.store.write(text);
      if (!written.ok) return written;
      this.#text = text;
      // If this fails, the file has to be accepted at the next start.
      this.#parts.accepted.accept(new Map([[FILE, text]]));
    }
    this.#rules = rules;
    this.#compiled = null;
    return ok(null);
  }

  #begin(): void {
    this.#revision += 1;
    this.#leftThen = new Map(
      this.#rules.flatMap(({ id, holds }) => (holds.kind === "uses" ? [[id, holds.left]] : [])),
    );
  }

  /** Uses that were spent while the user edited the list stay spent. */
  #counted(rule: Rule): Rule {
    const now = this.#rules.find(({ id }) => id === rule.id)?.holds;
    const then = this.#leftThen.get(rule.id);
    if (rule.holds.kind !== "uses" || now?.kind !== "uses" || then === undefined) return rule;
    const asItStood = rule.holds.left >= now.left && rule.holds.left <= then;
    return asItStood ? { ...rule, holds: now } : rule;
  }
}

const FILE = "rules.json";
const NOTHING = { rules: [], faults: [] };

/** False also for the text of a missing file. */
const hasRules = (text: string): boolean => text !== "" && readRules(text).rules.length > 0;

/** Why the file would be broken by these rules, if the window let them through. */
function unusableIn(rules: readonly Rule[]): Failure | null {
  const ids = new Set<string>();
  for (const rule of rules) {
    const odd = contradictionsIn(rule).find(({ field }) => field !== "holds" || !isOfMemory(rule));
    const [fault] = parse(rule.when).faults;
    const why = ids.has(rule.id)
      ? "id: twice"
      : odd !== undefined
        ? `${odd.field}: ${odd.detail}`
        : fault !== undefined
          ? `when: ${fault.kind}`
          : null;
    if (why !== null) return { kind: "rule-unusable", rule: rule.name, detail: why };
    ids.add(rule.id);
  }
  return null;
}
