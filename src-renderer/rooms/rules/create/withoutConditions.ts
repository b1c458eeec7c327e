import { whenOf } from "#shared/policy/rules/proposal.ts";
import type { RuleCondition, RuleProposal } from "#shared/policy/rules/proposal.ts";
import type { RuleFormValues } from "../form/ruleDraft.ts";

/** The filter and the server of a proposed rule without the conditions that the user left out. */
export function withoutConditions(
  { conditions, rule }: Pick<RuleProposal, "conditions" | "rule">,
  out: ReadonlySet<RuleCondition["kind"]>,
): Pick<RuleFormValues, "when" | "server"> {
  return {
    when: whenOf(conditions.filter(({ kind }) => !out.has(kind))),
    server: out.has("who") ? null : (rule.server ?? null),
  };
}
