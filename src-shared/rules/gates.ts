// The gates of a rule. Apart from its schema, which the window does not load at first.
import type { Rule, RuleGate } from "./rule.ts";

const GATES = {
  request: ["request"],
  response: ["response"],
  both: ["request", "response"],
} as const;

/** The gates at which a rule applies. */
export const gatesOf = ({ gate }: Pick<Rule, "gate">): readonly RuleGate[] => GATES[gate];
