// Which parts of a proposed rule stay in its expression.
import type { RulePart, RuleProposal } from "../../src-shared/ipc/rules.ts";

/** The parts that stay, as one expression; all must fit. */
export function expressionOf({ rule, parts }: RuleProposal, out: ReadonlySet<number>): string {
  if (out.size === 0) return rule.when;
  return parts
    .filter((_part, index) => !out.has(index))
    .map(({ text }) => text)
    .join(" ");
}

/** Parts that stay beside a hash: another server may ask the very same. */
const staysExactly = ({ kind }: RulePart): boolean => kind === "server" || kind === "call";

/** Parts that the hash of a request makes needless. */
export const outExactly = ({ parts }: Pick<RuleProposal, "parts">): ReadonlySet<number> =>
  new Set(parts.flatMap((part, index) => (staysExactly(part) ? [] : [index])));
