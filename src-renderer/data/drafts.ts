// What the user typed and has not decided on or saved, until the window closes. Drafts at the gates are also copied to
// main as they are typed (`requests/drafts.ts`).
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import type { ArgumentDraft } from "#shared/forms/argumentDraft.ts";
import type { DryRun } from "#shared/contract/rules.ts";
import type { ModelRef } from "#shared/models/model.ts";
import type { Rule, RuleChanges, RuleDuration } from "#shared/rules/rule.ts";
import type { Draft } from "#shared/request/life/decision.ts";

type Redacted = NonNullable<RuleChanges["redact"]>[number];

/** The content of a rule's form (numbers and times as text). All fields are always present, so that input is not lost when another choice hides it. */
export interface RuleFormValues {
  name: string;
  note: string;
  on: boolean;
  request: boolean;
  response: boolean;
  when: string;
  server: Rule["server"] | null;
  exactly: string | null;
  decide: Rule["decide"];
  code: string;
  message: string;
  reason: string;
  model: ModelRef | null;
  maxTokens: string;
  redact: readonly Redacted[];
  system: { from: string; to: string } | null;
  secondLook: boolean;
  team: boolean;
  holds: RuleDuration["kind"];
  /** As in a `datetime-local` input, in the user's time zone. */
  until: string;
  thread: string;
  uses: string;
}

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

export interface Drafts {
  /**
   * At the gates, by `<requestId>:<gate>`: `<requestId>:1` for gate 1, `<requestId>:2:<attemptId>` for gate 2.
   */
  gates: Readonly<Record<string, Draft>>;
  /** The arguments of an item on the Workbench, by its key. */
  arguments: Readonly<Record<string, ArgumentDraft>>;
  /** Edits of rules, by rule id, or by a temporary key for new rules. */
  rules: Readonly<Record<string, RuleDraft>>;
  /** The latest dry run of an edited rule. */
  dryRuns: Readonly<Record<string, LastDryRun>>;
  /** The rule that is being tried, by the same key. */
  trying: string | null;
  /** Removed rules that can be brought back, the latest first. */
  removedRules: readonly { rule: Rule; at: number }[];
}

export const drafts = createStore<Drafts>()(() => ({
  gates: {},
  arguments: {},
  rules: {},
  dryRuns: {},
  trying: null,
  removedRules: [],
}));

/** Subscribes a component to a part of the drafts. */
export function useDrafts<T>(select: (state: Drafts) => T): T {
  return useStore(drafts, select);
}
