// Unsaved edits of rules, kept while the window is open, with results of dry runs and removed rules for undo.
import { drafts } from "#data/drafts.ts";
import type { LastDryRun, RuleDraft, RuleFormValues } from "#data/drafts.ts";
import type { Rule } from "#shared/rules/rule.ts";

export const isNew = (id: string): boolean => id.startsWith(NEW);
/** Cannot collide with a rule's id, which contains no blank (`rule.ts`). */
const NEW = "new ";
let count = 0;

/** Starts a new rule at that index; returns the key of its draft. */
export function beginRule(typed: RuleFormValues, at: number): string {
  count += 1;
  const id = `${NEW}${count}`;
  setDraft(id, { from: null, typed, at });
  return id;
}

export const setDraft = (id: string, draft: RuleDraft): void =>
  drafts.setState(({ rules }) => ({ rules: { ...rules, [id]: draft } }));

export const dropDraft = (id: string): void =>
  drafts.setState(({ rules: { [id]: _dropped, ...rules } }) => ({ rules }));

export const rememberDryRun = (id: string, run: LastDryRun): void =>
  drafts.setState(({ dryRuns }) => ({ dryRuns: { ...dryRuns, [id]: run } }));

export const setTrying = (id: string | null): void => drafts.setState({ trying: id });

export const rememberRemoved = (rule: Rule, at: number): void =>
  drafts.setState(({ removedRules }) => ({ removedRules: [{ rule, at }, ...removedRules] }));

/** Drops the latest removed rule, or all of them, from undo. */
export const dropRemoved = (all = false): void =>
  drafts.setState(({ removedRules }) => ({ removedRules: all ? [] : removedRules.slice(1) }));
