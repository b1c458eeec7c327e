// Which parts of a proposed rule stay in its expression.
import type { RulePart, RuleProposal } from "../../../src-shared/policy/rules/proposal.ts";
import type { Rule } from "../../../src-shared/policy/rules/rule.ts";
import type { TypedRule } from "../form/ruleDraft.ts";

const isBound = ({ server }: Rule): boolean => server !== undefined;

/** The server that it stays bound to. */
export const serverOf = ({ rule, parts }: RuleProposal, out: ReadonlySet<number>) =>
  (parts.some(({ kind }, index) => kind === "server" && !out.has(index)) && rule.server) || null;

/** The parts that stay, as one expression; all must fit. */
export function expressionOf({ rule, parts }: RuleProposal, out: ReadonlySet<number>): string {
  if (out.size === 0) return rule.when;
  return parts
    .filter(({ kind }, index) => !out.has(index) && !(kind === "server" && isBound(rule)))
    .map(({ text }) => text)
    .join(" ");
}

/** Parts that stay beside a hash: another server may ask the very same. */
const staysExactly = ({ kind }: RulePart): boolean => kind === "server" || kind === "call";

/** Parts that the hash of a request makes needless. */
const outExactly = ({ parts }: Pick<RuleProposal, "parts">): ReadonlySet<number> =>
  new Set(parts.flatMap((part, index) => (staysExactly(part) ? [] : [index])));

/** Within one run each request is a later turn than this one: that part would fit none that is to come. */
const isTurn = ({ text }: RulePart): boolean => text.startsWith("turn:");

/** Parts that are left out: those that the person leaves out, and those that make no sense beside how long it holds. */
export function leftOut(
  proposal: Pick<RuleProposal, "parts">,
  { exactly, holds }: Pick<TypedRule, "exactly" | "holds">,
  out: ReadonlySet<number>,
): ReadonlySet<number> {
  if (exactly !== null) return outExactly(proposal);
  if (holds !== "thread") return out;
  return new Set([
    ...out,
    ...proposal.parts.flatMap((part, index) => (isTurn(part) ? [index] : [])),
  ]);
}
