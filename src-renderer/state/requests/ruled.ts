// What the desk's rules have said of a request, as it stands beside it.
import type { RuleGate } from "../../../src-shared/policy/rules/rule.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import type { Judged } from "../../../src-shared/policy/judged.ts";

/** Everything that rules said, oldest first. */
export const judgedOf = ({ judged = [] }: Pick<Sample, "judged">): readonly Judged[] => judged;

/** The last that was said at a gate: an earlier one no longer holds. */
export const judgedAt = (sample: Pick<Sample, "judged">, gate: RuleGate): Judged | undefined =>
  judgedOf(sample).findLast((one) => one.gate === gate);
