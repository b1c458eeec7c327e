// Whether a rule holds a request that is not held by default, such as a host's tool call.
import { asksForAny } from "../../../src-shared/filter/matches.ts";
import type { ColumnName } from "../../../src-shared/filter/columns.ts";
import { namesKind } from "../../../src-shared/policy/rules/ruleQuery.ts";
import { advance } from "../../../src-shared/sampling/life/advance.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { draftOf } from "../core/intake.ts";
import type { Clock, Hasher, Incoming } from "../ports.ts";
import type { RuleBook, RuleEvaluator } from "./ruleEvaluator.ts";

const FINDINGS: ReadonlySet<ColumnName> = new Set<ColumnName>(["findings", "finding", "has"]);

export interface HeldByRuleDeps {
  rules?: RuleBook;
  evaluator: Pick<RuleEvaluator, "scan" | "firstMatch">;
  hasher: Hasher;
  clock: Clock;
}

/**
 * True if the first rule that matches asks the user or refuses, in every mode, since holding is the stricter choice. A
 * rules file with a fault holds everything, and so does a scan that a rule needs and that takes too long.
 */
export async function isHeldByRule(incoming: Incoming, parts: HeldByRuleDeps): Promise<boolean> {
  const { rules, evaluator, clock } = parts;
  if (rules === undefined) return false;
  const compiled = rules.compiled();
  if (compiled === null) return true;
  const queries = compiled.byGate.request.map(({ query }) => query).filter(namesKind);
  if (queries.length === 0) return false;
  const draft = advance(null, draftOf(incoming, parts))?.sample;
  if (draft === undefined) return true;
  let sample: Sample = draft;
  if (queries.some((query) => asksForAny(query, FINDINGS))) {
    const inspection = await evaluator.scan(draft, null);
    if (inspection === null) return true;
    const { askedHash: hash } = draft;
    const at = {
      atMs: clock.nowMs(),
      by: { kind: "desk" as const },
      gate: "request" as const,
      hash,
    };
    sample = advance(draft, { kind: "inspected", ...at, ...inspection })?.sample ?? draft;
  }
  const decide = evaluator.firstMatch(compiled, sample)?.rule.decide ?? "allow";
  return decide !== "allow";
}
