// The operator's rules as they hold now: those of the file, read anew when it changes, and before them those of this
// session. A broken file means that no rule holds, as does one that another program has changed until it is accepted.
import type { RulesView } from "../../../src-shared/ipc/rules.ts";
import type { RuleFault } from "../../../src-shared/policy/rules/fault.ts";
import { fail, ok } from "../../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import { parse } from "../../../src-shared/filter/parse.ts";
import { compile } from "../../../src-shared/policy/judge/judge.ts";
import type { Compiled } from "../../../src-shared/policy/judge/judge.ts";
import { inOrder, isOfMemory } from "../../../src-shared/policy/rules/order.ts";
import type { Rule } from "../../../src-shared/policy/rules/rule.ts";
import { contradictionsIn, readRules } from "../../../src-shared/policy/rules/rulesFile.ts";
import { rulesText } from "../../../src-shared/policy/rules/rulesText.ts";
import type { Accepted } from "../servers/acceptedPorts.ts";
import { RuleUses } from "./ruleUses.ts";
import type { RulesStore, RuleUsesStore } from "./rulesPorts.ts";

export interface RulesParts {
  store: RulesStore;
  uses: RuleUsesStore;
  accepted: Accepted;
  /** The rules have changed, or what is known of them. */
  changed(): void;
}

export class RulesService {
  readonly #parts: RulesParts;
  readonly #uses: RuleUses;
  /** Rules of this session and of threads: nothing of them is written. */
  #session: Rule[] = [];
  #rules: Rule[] = [];
  #faults: RuleFault[] = [];
  #text: string | null = null;
  #pending: RulesView["pending"];
  #revision = 0;
  /** Null: the rules are others since they were read last. */
  #compiled: Compiled | null = null;
  #before: Compiled | null = null;
  /** How many uses each rule had left when the revision began: what is saved later counts from there. */
  #leftThen = new Map<string, number>();

  constructor(parts: RulesParts) {
    this.#parts = parts;
    this.#uses = new RuleUses(parts.uses, () => parts.changed());
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
      ...(this.#pending === undefined ? {} : { pending: this.#pending }),
      used: this.#uses.of(rules.map(({ id }) => id)),
    };
  }

  /** The rules that hold now, in their order; null while the file is broken. Reads a file that has changed first. */
  holding(): readonly Rule[] | null {
    this.look();
    return this.#faults.length > 0 ? null : this.#all();
  }

  /** The same, ready to be asked. */
  compiled(): Compiled | null {
    const rules = this.holding();
    if (rules === null) return null;
    this.#compiled ??= compile(rules, this.#before);
    this.#before = this.#compiled;
    return this.#compiled;
  }

  /** Takes over what other hands have written. */
  look(): void {
    if (!this.#parts.store.changed()) return;
    const before = JSON.stringify([this.#text, this.#faults]);
    this.#read();
    if (JSON.stringify([this.#text, this.#faults]) === before) return;
    this.#begin();
    this.#parts.changed();
  }

  /**
   * Puts this list in place of that of `revision`, and gives the new one. Nothing is saved over a broken file: what
   * stands in it would be lost.
   * @param renewed ids of those whose number of uses the user has set anew
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
    this.#parts.changed();
    return ok(this.#revision);
  }

  /** Why nothing is written, and no rule holds; null where they do. */
  locked(): Failure | null {
    if (this.#faults.length === 0) return null;
    const kind = this.#pending === undefined ? "rules-broken" : "rules-unaccepted";
    return { kind, file: this.#parts.store.file };
  }

  /** Lets the file hold as another program has written it. `stale` where it is another one by now. */
  accept(hash: string): Outcome<null, Failure> {
    this.look();
    if (this.#pending?.hash !== hash) return fail({ kind: "stale" });
    const kept = this.#parts.accepted.accept(new Map([[FILE, this.#pending.now]]));
    if (!kept.ok) return kept;
    this.#read();
    this.#begin();
    this.#parts.changed();
    return ok(null);
  }

  /** Takes one use of a rule that has so many, durably; false when none is left or that cannot be written. */
  takeUse(ruleId: string): boolean {
    return this.#use(ruleId, -1);
  }

  /** Gives back a use that was taken for what has not happened. Where that cannot be written, there is one fewer. */
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
    if (written.ok) this.#parts.changed();
    return written.ok;
  }

  /** The rule has decided about one request more. */
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
    // Without rules the user is asked for everything, as long as that is not accepted as well.
    if (read.value === null || rules.length === 0 || faults.length > 0) return;
    const { accepted } = this.#parts;
    const [other] = accepted.differing(new Map([[FILE, read.value]]));
    if (other === undefined || other.now === null) return;
    const before = other.before === null ? null : accepted.text(other.before);
    this.#pending = { before, now: read.value, hash: other.now };
    [this.#rules, this.#faults] = [[], [{ line: 1, column: 1, fault: { kind: "unaccepted" } }]];
  }

  #write(rules: Rule[]): Outcome<null, Failure> {
    const text = rulesText(rules, this.#text);
    if (text !== this.#text && (rules.length > 0 || this.#text !== null)) {
      const written = this.#parts.store.write(text);
      if (!written.ok) return written;
      this.#text = text;
      // Where that fails, the next start asks.
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

  /** A rule that was used while the user edited the list has no more uses than it has. */
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

/** What the window has let pass although the file would be broken by it. */
function unusableIn(rules: readonly Rule[]): Failure | null {
  const ids = new Set<string>();
  for (const rule of rules) {
    const odd = contradictionsIn(rule).find(
      ({ member }) => member !== "holds" || !isOfMemory(rule),
    );
    const [fault] = parse(rule.when).faults;
    const why = ids.has(rule.id)
      ? "id: twice"
      : odd !== undefined
        ? `${odd.member}: ${odd.detail}`
        : fault !== undefined
          ? `when: ${fault.kind}`
          : null;
    if (why !== null) return { kind: "rule-unusable", rule: rule.name, detail: why };
    ids.add(rule.id);
  }
  return null;
}
