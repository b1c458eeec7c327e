// In which order rules are asked: those kept in memory alone stand before those of the file.
import type { Rule, RuleHolds } from "./rule.ts";

/** Of this session or of one run: nothing of it is written. */
export const isOfMemory = ({ holds }: { holds: Pick<RuleHolds, "kind"> }): boolean =>
  holds.kind === "session" || holds.kind === "thread";

/** As they are asked: each kind keeps its own order. */
export const inOrder = (rules: readonly Rule[]): Rule[] => [
  ...rules.filter(isOfMemory),
  ...rules.filter((rule) => !isOfMemory(rule)),
];

/** The place, counted from 0, that a new rule takes among these once it is put in at `at` and holds so long. */
export function placeInOrder(rules: readonly Rule[], at: number, holds: RuleHolds["kind"]): number {
  const before = inOrder(rules.slice(0, at));
  const first = isOfMemory({ holds: { kind: holds } });
  return first
    ? before.filter(isOfMemory).length
    : before.length + rules.slice(at).filter(isOfMemory).length;
}
