// Verifies that a rule's verdict is still what the user was shown in a preview.
import type { ConfirmedVerdict } from "#shared/rules/judge/backlogPreview.ts";
import type { Verdict } from "#shared/rules/judge/judge.ts";
import type { Rule } from "#shared/rules/rule.ts";
import type { Hasher } from "../ports.ts";

/** A rule and its verdict. */
export interface RuleVerdict {
  rule: Rule;
  said: Verdict;
}

/**
 * SHA-256 (hex) of the rule and the model it chose. Changes when the rule is edited, not when one of its uses is
 * taken.
 */
export const verdictHash = ({ rule, said }: RuleVerdict, hasher: Hasher): string =>
  hasher.hash({ ...withoutUses(rule), to: said.model ?? null });

/** SHA-256 (hex) of the rule's text without the uses left, as in FORMAT.md. */
export const ruleTextHash = (rule: Rule, hasher: Hasher): string => hasher.hash(withoutUses(rule));

function withoutUses({ holds, ...says }: Rule): object {
  return { ...says, holds: holds.kind === "uses" ? { kind: holds.kind } : holds };
}

/** Whether the verdict is what the user was shown. */
export function isAsPreviewed(told: ConfirmedVerdict, now: RuleVerdict, hasher: Hasher): boolean {
  const { gate, held } = now.said;
  // The hash covers the rule's id and decision.
  return held === undefined && gate === told.gate && verdictHash(now, hasher) === told.ruleHash;
}
