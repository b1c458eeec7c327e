// Actions on rules, with their failures and confirmation dialogs.
import { useState } from "react";
import type { RulesView } from "#shared/contract/rules.ts";
import type { Rule } from "#shared/rules/rule.ts";
import { drafts } from "#data/drafts.ts";
import type { RuleDraft, RuleFormValues } from "#data/drafts.ts";
import { mirror } from "#data/mirror.ts";
import { changeRules } from "#data/rules.ts";
import type { RulesChange } from "#data/rules.ts";
import { view } from "#data/view.ts";
import {
  beginRule,
  dropDraft,
  dropRemoved,
  rememberRemoved,
  rememberDryRun,
  setDraft,
} from "./drafts.ts";
import { emptyRule, formValuesOf, newId } from "./ruleForm.ts";
import { inserted, movedBefore, movedBy, removed, replaced, switched } from "./rows.ts";
import type { RuleRow } from "./rows.ts";
import { sameValues } from "#kit/form/form.tsx";
import { useAction } from "#kit/hooks/useAction.ts";

/** Pending while the user is asked whether to try the rule first: it would be on for the first time. */
export interface Asked {
  row: RuleRow;
  name: string;
  /** Saves the edits, or turns on the saved rule. */
  go: (on: boolean) => Promise<void>;
  /** Whether it can be saved without being turned on. */
  canStayOff: boolean;
}

/**
 * Resolves to whether it succeeded.
 * @param renewed rules whose uses are counted from zero again
 */
type Change = (step: RulesChange, renewed?: readonly string[]) => Promise<boolean>;

export type RuleActions = ReturnType<typeof useRuleActions>;

export function useRuleActions(rules: RulesView) {
  const { failure, tell, clear } = useAction();
  const change: Change = async (step, renewed = []) => {
    return tell(await changeRules(step, renewed));
  };
  const saving = useSaving(rules, change);
  return {
    failure,
    clearFailure: clear,
    ...saving,
    ...typing(rules),
    ...ordering(rules, change),
    begin(
      typed: RuleFormValues = { ...emptyRule(), decide: "allow" },
      at = rules.rules.length,
    ): void {
      view.setState({ ruleId: beginRule(typed, at) });
    },
    discard(row: RuleRow): void {
      dropDraft(row.key);
      clear();
    },
    async remove(row: RuleRow): Promise<void> {
      const { rule, number } = row;
      if (rule === null || number === null) return dropDraft(row.key);
      if (!(await change(removed(rule.id)))) return;
      dropDraft(row.key);
      rememberRemoved(rule, number - 1);
      const next = rules.rules[number] ?? rules.rules[number - 2];
      view.setState({ ruleId: next?.id ?? null });
    },
    async undo(): Promise<void> {
      const [last] = drafts.getState().removedRules;
      if (last === undefined) return;
      if (!(await change(inserted(last.rule, last.at)))) return;
      dropRemoved();
      view.setState({ ruleId: last.rule.id });
    },
  };
}

/** Saving and turning on, with the question before the first time. */
function useSaving(rules: RulesView, change: Change) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const isFirst = ({ key, rule }: RuleRow): boolean => {
    const { dryRuns } = drafts.getState();
    // Without a history there is nothing to try it on.
    return (
      mirror.getState().history.total > 0 &&
      dryRuns[key] === undefined &&
      (rule === null || (!rule.on && (rules.used[rule.id]?.count ?? 0) === 0))
    );
  };

  const store = async ({ key, draft }: RuleRow, rule: Rule): Promise<void> => {
    if (draft === undefined) return;
    const step = draft.from === null ? inserted(rule, draft.at) : replaced(draft.from, rule);
    if (!(await change(step, isRenewed(draft) ? [rule.id] : []))) return;
    const tried = drafts.getState().dryRuns[key];
    if (tried !== undefined) rememberDryRun(rule.id, { ...tried, of: rule });
    dropDraft(key);
    view.setState({ ruleId: rule.id });
  };

  return {
    asked,
    closePrompt: () => setAsked(null),
    /** @param made the rule in the form of the row; a new one has no id of its own yet */
    save(row: RuleRow, made: Rule): void {
      const { draft } = row;
      if (draft === undefined) return;
      const rule = { ...made, id: draft.from?.id ?? newId(made.name) };
      if (rule.on && isFirst(row) && rule.decide !== "ask") {
        const go = (on: boolean) => store(row, { ...rule, on });
        setAsked({ row, name: rule.name, canStayOff: true, go });
      } else void store(row, rule);
    },
    /** Turns the saved rule on or off, and the draft with it. */
    toggle(row: RuleRow): void {
      const { rule } = row;
      if (rule === null) return;
      const go = async (on: boolean): Promise<void> => {
        if (await change(switched(rule.id, on))) switchDraft(row, on);
      };
      if (!rule.on && isFirst(row) && rule.decide !== "ask") {
        setAsked({ row, name: rule.name, canStayOff: false, go });
      } else void go(!rule.on);
    },
  };
}

/** Editing of rules, also of those changed or removed elsewhere. */
const typing = (rules: RulesView) => ({
  type,
  /** Turns the edits of a rule that was changed or removed elsewhere into a new rule. */
  asNew(key: string): void {
    const draft = drafts.getState().rules[key];
    if (draft === undefined) return;
    dropDraft(key);
    view.setState({ ruleId: beginRule(draft.typed, rules.rules.length) });
  },
});

function type(row: RuleRow, typed: RuleFormValues): void {
  const { rule, draft } = row;
  const from = draft?.from ?? rule;
  const untouched = from !== null && sameValues(formValuesOf(from), typed);
  if (untouched) dropDraft(row.key);
  else setDraft(row.key, { from, typed, at: draft?.at ?? 0 });
}

/** Moving rules; an unsaved one is moved in its draft only. */
const ordering = (rules: RulesView, change: Change) => ({
  move(row: RuleRow, by: 1 | -1): void {
    if (row.rule !== null) {
      // At the ends of the list there is nothing to do.
      if (movedBy(row.rule.id, by)(rules.rules) !== null) void change(movedBy(row.rule.id, by));
    } else if (row.draft !== undefined) {
      const at = Math.min(rules.rules.length, Math.max(0, row.draft.at + by));
      setDraft(row.key, { ...row.draft, at });
    }
  },
  drop(row: RuleRow, before: string | null): void {
    if (row.rule !== null) {
      const step = movedBefore(row.rule.id, before);
      if (step(rules.rules) !== null) void change(step);
    } else if (row.draft !== undefined) {
      const at = rules.rules.findIndex(({ id }) => id === before);
      setDraft(row.key, { ...row.draft, at: at === -1 ? rules.rules.length : at });
    }
  },
});

/** Whether the user changed the number of uses left. */
const isRenewed = ({ from, typed }: RuleDraft): boolean =>
  from !== null && typed.uses !== formValuesOf(from).uses;

/** Applies the switch to the draft as well, so that saving does not revert it. */
function switchDraft({ key }: RuleRow, on: boolean): void {
  const draft = drafts.getState().rules[key];
  if (draft?.from === undefined || draft.from === null) return;
  setDraft(key, { ...draft, from: { ...draft.from, on }, typed: { ...draft.typed, on } });
}
