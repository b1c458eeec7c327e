// Whether a rule has expired or used up its uses.
import type { RuleDuration } from "#shared/policy/rules/rule.ts";

export const hasExpired = (holds: RuleDuration, nowMs: number): boolean =>
  (holds.kind === "until" && holds.atMs <= nowMs) || (holds.kind === "uses" && holds.left === 0);
