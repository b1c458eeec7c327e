// What happened to a rule while it is being edited: in the file, or in another place.
import { changedMembers, merged, typedOf } from "./form/ruleDraft.ts";
import type { Member } from "./form/ruleDraft.ts";
import { sameRule } from "./rows.ts";
import type { RuleRow } from "./rows.ts";

/** `both`: what was changed on both sides, and differently. */
export type Meanwhile =
  | { kind: "removed" }
  | { kind: "changed"; members: readonly Member[]; both: readonly Member[] };

/** What happened to the rule since its editing began. */
export function meanwhileOf({ rule, draft }: RuleRow): Meanwhile | null {
  if (draft === undefined || draft.from === null) return null;
  if (rule === null) return { kind: "removed" };
  if (sameRule(rule, draft.from)) return null;
  const [from, theirs] = [typedOf(draft.from), typedOf(rule)];
  return {
    kind: "changed",
    members: changedMembers(from, theirs),
    both: merged(from, draft.typed, theirs).both,
  };
}
