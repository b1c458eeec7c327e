// Detects changes to a rule elsewhere while it is being edited.
import { changedFields, merged, formValuesOf } from "./form/ruleDraft.ts";
import type { RuleField } from "./form/ruleDraft.ts";
import { sameRule } from "./rows.ts";
import type { RuleRow } from "./rows.ts";

/** `both`: fields changed on both sides, to different values. */
export type RuleConflict =
  | { kind: "removed" }
  | { kind: "changed"; members: readonly RuleField[]; both: readonly RuleField[] };

/** What happened to the rule since editing began; null if nothing. */
export function ruleConflictOf({ rule, draft }: RuleRow): RuleConflict | null {
  if (draft === undefined || draft.from === null) return null;
  if (rule === null) return { kind: "removed" };
  if (sameRule(rule, draft.from)) return null;
  const [from, theirs] = [formValuesOf(draft.from), formValuesOf(rule)];
  return {
    kind: "changed",
    members: changedFields(from, theirs),
    both: merged(from, draft.typed, theirs).both,
  };
}
