// Unsaved edits of rules, kept while the window is open, with results of dry runs and removed rules for undo.
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import type { DryRun } from "#shared/ipc/rules.ts";
import type { Rule } from "#shared/policy/rules/rule.ts";
import type { RuleFormValues } from "./ruleForm.ts";

export interface RuleDraft {
  /** The rule when editing began; null for a new one. */
  from: Rule | null;
  typed: RuleFormValues;
  /** For a new rule: its index in the list. */
  at: number;
}

/** The result of a dry run, and the rule that was tried, to detect later edits. */
export interface LastDryRun {
  of: Rule;
  run: DryRun;
}

interface Editing {
  /** By rule id, or by a temporary key for new rules. */
  drafts: Readonly<Record<string, RuleDraft>>;
  /** The latest first. */
  removed: readonly { rule: Rule; at: number }[];
  tried: Readonly<Record<string, LastDryRun>>;
}

export const editing = createStore<Editing>()(() => ({ drafts: {}, removed: [], tried: {} }));

export function useEditing<T>(select: (state: Editing) => T): T {
  return useStore(editing, select);
}

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
  editing.setState(({ drafts }) => ({ drafts: { ...drafts, [id]: draft } }));

export const dropDraft = (id: string): void =>
  editing.setState(({ drafts: { [id]: _dropped, ...drafts } }) => ({ drafts }));

export const rememberDryRun = (id: string, tried: LastDryRun): void =>
  editing.setState((state) => ({ tried: { ...state.tried, [id]: tried } }));

export const rememberRemoved = (rule: Rule, at: number): void =>
  editing.setState(({ removed }) => ({ removed: [{ rule, at }, ...removed] }));

/** Drops the latest removed rule, or all of them, from undo. */
export const dropRemoved = (all = false): void =>
  editing.setState(({ removed }) => ({ removed: all ? [] : removed.slice(1) }));
