// What the desk's judgement depends on, for past requests and responses, taken from the ledger.
import { findingsOf } from "#shared/inspect/findings.ts";
import type { FindingKind } from "#shared/inspect/kinds.ts";
import { withoutDisabledKinds } from "#shared/inspect/disabledKinds.ts";
import type { Inspection } from "#shared/inspect/inspection.ts";
import { answerAlone } from "#shared/policy/judge/atGate.ts";
import type { VerdictInput } from "#shared/policy/judge/judge.ts";
import { verdictInputOf } from "#shared/policy/judge/verdictInput.ts";
import type { Rule, RuleGate } from "#shared/policy/rules/rule.ts";
import type { Sample } from "#shared/sampling/life/sample.ts";

export const pastVerdictInput = (
  was: Sample,
  rule: Pick<Rule, "id" | "name" | "changes">,
  gate: RuleGate,
  off: readonly FindingKind[],
): VerdictInput =>
  verdictInputOf(
    was,
    rule,
    gate === "request" ? null : answerAlone(was),
    inspectionOf(was, rule, gate, off),
  );

/**
 * The inspection of the document that was decided on at this gate, without the checks in `off`. Values of those
 * checks are still redacted by the rule.
 */
export function inspectionOf(
  was: Sample,
  { changes }: Pick<Rule, "changes">,
  gate: RuleGate,
  off: readonly FindingKind[],
): Inspection {
  const document =
    gate === "request" ? (was.proposed ?? was.asked) : answerAlone(was)?.state.generated;
  const inspected = (was.inspected ?? []).filter((one) => one.gate === gate);
  const all = {
    findings: [
      ...(document === undefined ? [] : findingsOf(document)),
      ...inspected.flatMap(({ findings }) => findings),
    ],
    more: inspected.reduce((sum, { more = 0, unseen = 0 }) => sum + more + unseen, 0),
    tookMs: 0,
  };
  return withoutDisabledKinds(all, off, changes?.redact);
}

/** Whether anything could hold back a rule that approves it; if not, the index row is enough. */
export function hadSeriousFindings(
  was: Sample,
  gate: RuleGate,
  off: readonly FindingKind[],
): boolean {
  const { inspection, identityChanged, flagged, placeholder } = pastVerdictInput(
    was,
    { id: "", name: "" },
    gate,
    off,
  );
  const { findings = [], more = 0 } = inspection ?? {};
  return (
    identityChanged ||
    flagged ||
    placeholder === true ||
    more > 0 ||
    findings.some(({ severity }) => severity === "high")
  );
}
