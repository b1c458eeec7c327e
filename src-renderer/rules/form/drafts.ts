// Rules that are being edited, kept while the window is open: leaving the room loses nothing, and nothing holds before
// it is saved. Beside them what was tried, and what was removed and can come back.
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import type { DryRun } from "../../../src-shared/ipc/rules.ts";
import type { Rule } from "../../../src-shared/policy/rules/rule.ts";
import type { TypedRule } from "./ruleDraft.ts";

export interface RuleDraft {
  /** The rule as it was when the editing began; null: it is new. */
  from: Rule | null;
  typed: TypedRule;
  /** Of a new one: its place in the list, counted from 0. */
  at: number;
}

/** What a rule did in a dry run. `of` is the rule as JSON, so that a later version is told from it. */
export interface Tried {
  of: string;
  run: DryRun;
}

interface Editing {
  /** By the id of the rule; of a new one by a name of its own. */
  drafts: Readonly<Record<string, RuleDraft>>;
  /** The last one first. */
  removed: readonly { rule: Rule; at: number }[];
  tried: Readonly<Record<string, Tried>>;
}

export const editing = createStore<Editing>()(() => ({ drafts: {}, removed: [], tried: {} }));

export function useEditing<T>(select: (state: Editing) => T): T {
  return useStore(editing, select);
}

export const isNew = (id: string): boolean => id.startsWith(NEW);
/** No rule has such an id: `rule.ts` allows no blank in one. */
const NEW = "new ";
let count = 0;

/** Begins a new rule at that place; its name among the drafts. */
export function beginRule(typed: TypedRule, at: number): string {
  count += 1;
  const id = `${NEW}${count}`;
  setDraft(id, { from: null, typed, at });
  return id;
}

export const setDraft = (id: string, draft: RuleDraft): void =>
  editing.setState(({ drafts }) => ({ drafts: { ...drafts, [id]: draft } }));

export const dropDraft = (id: string): void =>
  editing.setState(({ drafts: { [id]: _gone, ...drafts } }) => ({ drafts }));

export const keepTried = (id: string, tried: Tried): void =>
  editing.setState((state) => ({ tried: { ...state.tried, [id]: tried } }));

export const keepRemoved = (rule: Rule, at: number): void =>
  editing.setState(({ removed }) => ({ removed: [{ rule, at }, ...removed] }));

/** Takes the last removed rule off the list of those that can come back. */
export const dropRemoved = (all = false): void =>
  editing.setState(({ removed }) => ({ removed: all ? [] : removed.slice(1) }));
