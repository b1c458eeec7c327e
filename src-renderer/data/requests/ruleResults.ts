// What rules decided about a request.
import type { RuleGate } from "#shared/rules/rule.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { Judged } from "#shared/rules/judged.ts";

/** Every rule result, oldest first. */
export const ruleResultsOf = ({ judged = [] }: Pick<HeldRequest, "judged">): readonly Judged[] =>
  judged;

/** The last rule result at a gate; earlier ones are superseded. */
export const lastRuleResultAt = (
  request: Pick<HeldRequest, "judged">,
  gate: RuleGate,
): Judged | undefined => ruleResultsOf(request).findLast((one) => one.gate === gate);
