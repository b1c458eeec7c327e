// The rows of the list, including unsaved rules, and changes of the list as pure functions.
import type { RuleDraft } from "#data/drafts.ts";
import { canonicalJson } from "#shared/canonical.ts";
import { placeInOrder } from "#shared/rules/order.ts";
import type { Rule, RuleDuration, RuleGate } from "#shared/rules/rule.ts";
import type { RulesChange } from "#data/rules.ts";
import { isNew } from "./drafts.ts";
import type { Judged } from "#shared/rules/judged.ts";

export interface RuleRow {
  /** The rule's id, or the key of a new rule's draft. */
  key: string;
  /** Counted from 1; null while not saved. */
  number: number | null;
  /** The saved rule; null for a new one. */
  rule: Rule | null;
  draft: RuleDraft | undefined;
}

export function rowsOf(
  rules: readonly Rule[],
  drafts: Readonly<Record<string, RuleDraft>>,
): RuleRow[] {
  const rows = rules.map((rule, at): RuleRow => ({
    key: rule.id,
    number: at + 1,
    rule,
    draft: drafts[rule.id],
  }));
  const fresh = Object.entries(drafts)
    .filter(([key]) => isNew(key))
    .sort(([, a], [, b]) => placeOf(rules, b) - placeOf(rules, a));
  // From last to first, so that insertions do not shift each other. Each is placed where it will be evaluated once
  // saved.
  for (const [key, draft] of fresh) {
    rows.splice(placeOf(rules, draft), 0, { key, number: null, rule: null, draft });
  }
  return rows;
}

/** Adds rules with a draft that were removed elsewhere at the end, so that the edits are not lost. */
export function addRemoved(
  rows: RuleRow[],
  drafts: Readonly<Record<string, RuleDraft>>,
): RuleRow[] {
  const here = new Set(rows.map(({ key }) => key));
  const left = Object.entries(drafts).filter(([key]) => !here.has(key) && !isNew(key));
  return [...rows, ...left.map(([key, draft]) => ({ key, number: null, rule: null, draft }))];
}

const placeOf = (rules: readonly Rule[], { at, typed }: RuleDraft): number =>
  placeInOrder(rules, Math.min(at, rules.length), typed.holds);

/** Whether two versions are equal except for the uses left. */
export const sameRule = (a: Rule, b: Rule): boolean =>
  canonicalJson(withoutUses(a)) === canonicalJson(withoutUses(b));

const withoutUses = (rule: Rule): Rule =>
  rule.holds.kind === "uses" ? { ...rule, holds: { kind: "uses", left: 0 } } : rule;

/** What happened to the rule since editing began; null if nothing. */
export function conflictOf({ rule, draft }: RuleRow): "changed" | "removed" | null {
  if (draft === undefined || draft.from === null) return null;
  if (rule === null) return "removed";
  return sameRule(rule, draft.from) ? null : "changed";
}

/** Whether a rule has expired or used up its uses. */
export const hasEnded = (holds: RuleDuration, nowMs: number): boolean =>
  (holds.kind === "until" && holds.atMs <= nowMs) || (holds.kind === "uses" && holds.left === 0);

/** Moves a rule `by` places down (negative: up); null at the ends. */
export const movedBy =
  (id: string, by: number): RulesChange =>
  (rules) => {
    const from = rules.findIndex((rule) => rule.id === id);
    const to = from + by;
    if (from === -1 || to < 0 || to >= rules.length) return null;
    return placed(rules, from, to);
  };

/** Moves a rule before another one, or to the end. */
export const movedBefore =
  (id: string, before: string | null): RulesChange =>
  (rules) => {
    const from = rules.findIndex((rule) => rule.id === id);
    const at = before === null ? rules.length : rules.findIndex((rule) => rule.id === before);
    if (from === -1 || at === -1 || at === from) return null;
    return placed(rules, from, at > from ? at - 1 : at);
  };

function placed(rules: readonly Rule[], from: number, to: number): Rule[] {
  const next = [...rules];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

/** Replaces the rule that was edited; null if it was removed or changed. */
export const replaced =
  (from: Rule, rule: Rule): RulesChange =>
  (rules) => {
    const now = rules.find(({ id }) => id === from.id);
    if (now === undefined || !sameRule(now, from)) return null;
    return rules.map((one) => (one.id === from.id ? rule : one));
  };

export const inserted =
  (rule: Rule, at: number): RulesChange =>
  (rules) =>
    rules.some(({ id }) => id === rule.id)
      ? null
      : [...rules.slice(0, at), rule, ...rules.slice(at)];

export const removed =
  (id: string): RulesChange =>
  (rules) =>
    rules.some((rule) => rule.id === id) ? rules.filter((rule) => rule.id !== id) : null;

export const switched =
  (id: string, on: boolean): RulesChange =>
  (rules) =>
    rules.some((rule) => rule.id === id)
      ? rules.map((rule) => (rule.id === id ? { ...rule, on } : rule))
      : null;

/** Imports rules: those with a known id replace that rule, the others are appended. */
export const imported =
  (from: readonly Rule[]): RulesChange =>
  (rules) => {
    const byId = new Map(from.map((rule) => [rule.id, rule]));
    const known = new Set(rules.map(({ id }) => id));
    return [
      ...rules.map((rule) => byId.get(rule.id) ?? rule),
      ...from.filter(({ id }) => !known.has(id)),
    ];
  };

/** The index for a rule created from a request: before the rule that last matched it at that gate, otherwise last. */
export function placeFor(
  rules: readonly Rule[],
  judged: readonly Judged[],
  gate: RuleGate,
): number {
  const last = judged.findLast((one) => one.gate === gate);
  const at = last === undefined ? -1 : rules.findIndex(({ id }) => id === last.rule.id);
  return at === -1 ? rules.length : at;
}
