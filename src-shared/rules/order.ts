// The order in which rules are evaluated: those kept only in memory come before those of the file.
import type { Rule, RuleDuration } from "./rule.ts";

/** True for rules of this session or of one call, which are not written to the file. */
export const isOfMemory = ({ holds }: { holds: Pick<RuleDuration, "kind"> }): boolean =>
  holds.kind === "session" || holds.kind === "thread";

/** The rules in the order in which they are evaluated; each kind keeps its own order. */
export const inOrder = (rules: readonly Rule[]): Rule[] => [
  ...rules.filter(isOfMemory),
  ...rules.filter((rule) => !isOfMemory(rule)),
];

/** The index in that order of a new rule inserted at `at` of `rules`. */
export function placeInOrder(
  rules: readonly Rule[],
  at: number,
  holds: RuleDuration["kind"],
): number {
  const before = inOrder(rules.slice(0, at));
  const first = isOfMemory({ holds: { kind: holds } });
  return first
    ? before.filter(isOfMemory).length
    : before.length + rules.slice(at).filter(isOfMemory).length;
}
