// Whether a rule's time is over, by what the rule itself says.
import type { RuleHolds } from "../../src-shared/policy/rules/rule.ts";

export const hasEnded = (holds: RuleHolds, nowMs: number): boolean =>
  (holds.kind === "until" && holds.atMs <= nowMs) || (holds.kind === "uses" && holds.left === 0);
