// What the user is told that a rule would decide about something that waits, and whether the rule still says just that.
import type { WaitingSaid } from "../../../src-shared/policy/judge/waitingTold.ts";
import type { Said } from "../../../src-shared/policy/judge/judge.ts";
import type { Rule } from "../../../src-shared/policy/rules/rule.ts";
import type { Hasher } from "../ports.ts";

/** A rule that was asked, and what it says. */
export interface RuleVerdict {
  rule: Rule;
  said: Said;
}

/**
 * SHA-256 (hex) of what would be done in the rule's name: all that it says, and the model. A rule that was edited under
 * the same id is another one; one that was used meanwhile is not.
 */
export const verdictHash = ({ rule, said }: RuleVerdict, hasher: Hasher): string =>
  hasher.hash({ ...withoutUses(rule), to: said.model ?? null });

/** SHA-256 (hex) of the rule's text, as FORMAT.md has it: all that it says, but for how many uses it has left. */
export const ruleTextHash = (rule: Rule, hasher: Hasher): string => hasher.hash(withoutUses(rule));

function withoutUses({ holds, ...says }: Rule): object {
  return { ...says, holds: holds.kind === "uses" ? { kind: holds.kind } : holds };
}

/** What is said of it now is what the user was told. */
export function isAsPreviewed(told: WaitingSaid, now: RuleVerdict, hasher: Hasher): boolean {
  const { gate, held } = now.said;
  // The hash is of all that the rule says, its id and what it decides with it.
  return held === undefined && gate === told.gate && verdictHash(now, hasher) === told.ruleHash;
}
