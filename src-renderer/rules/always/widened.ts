// A proposed rule without the conditions that a person leaves out.
import { whenOf } from "../../../src-shared/policy/rules/proposal.ts";
import type { RuleCondition, RuleProposal } from "../../../src-shared/policy/rules/proposal.ts";
import type { TypedRule } from "../form/ruleDraft.ts";

/** Its expression, and the server that it is bound to. */
export function leaving(
  { conditions, rule }: Pick<RuleProposal, "conditions" | "rule">,
  out: ReadonlySet<RuleCondition["kind"]>,
): Pick<TypedRule, "when" | "server"> {
  return {
    when: whenOf(conditions.filter(({ kind }) => !out.has(kind))),
    server: out.has("who") ? null : (rule.server ?? null),
  };
}
