// What a rule would have said of a request or an answer of the history: by the judge itself, on what the record tells.
import { findingsOf } from "../../../../src-shared/inspect/findings.ts";
import type { FindingKind } from "../../../../src-shared/inspect/kinds.ts";
import { switchedOn } from "../../../../src-shared/inspect/switched.ts";
import type { Inspection } from "../../../../src-shared/inspect/inspection.ts";
import { namedFindings } from "../../../../src-shared/policy/namedFindings.ts";
import { answerAlone } from "../../../../src-shared/policy/atGate.ts";
import { says } from "../../../../src-shared/policy/judge.ts";
import type { Said, Standing } from "../../../../src-shared/policy/judge.ts";
import { canBeTakenOut, notTakenOut, standingOf } from "../../../../src-shared/policy/standing.ts";
import type { Rule, RuleGate } from "../../../../src-shared/policy/rule.ts";
import type { Sample } from "../../../../src-shared/sampling/sample.ts";
import { BREAK } from "../../../../src-shared/filter/columns.ts";
import type { PastRow } from "./decider.ts";
import type { PastItem } from "./pastItems.ts";
import type { RuleToRun } from "./ruleToRun.ts";

/**
 * @param judged what was said of the same request before
 * @param past reads it whole; only asked where its row cannot tell
 */
export function saidThen(
  { rule, query }: RuleToRun,
  {
    row,
    gate,
    judged,
    isUnsure,
  }: { row: PastRow; gate: RuleGate; judged: readonly Said[]; isUnsure: boolean },
  past: () => PastItem | null,
): Said {
  const read = row.weighs || takesOutOf(row, rule, gate) ? past() : null;
  const was = read?.was ?? null;
  const off = read?.off ?? [];
  const unsure = isUnsure ? { unsure: { kind: "origin" as const } } : {};
  const said = says({ rule, named: namedFindings(query), ...unsure }, { gate, judged }, () =>
    was === null ? NOTHING : standingThen(was, rule, gate, off),
  );
  const goesOut = gate === "request" && said.decide === "allow" && said.held === undefined;
  if (was === null || !goesOut || canBeTakenOut(was, rule, inspectionOf(was, rule, gate, off)))
    return said;
  return { ...said, held: notTakenOut(rule) };
}

/** Nothing of weight is known of it. */
const NOTHING: Standing = {
  inspection: { findings: [], more: 0, tookMs: 0 },
  identityChanged: false,
  flagged: false,
  limit: null,
};

const standingThen = (
  was: Sample,
  rule: Pick<Rule, "changes">,
  gate: RuleGate,
  off: readonly FindingKind[],
): Standing =>
  standingOf(
    was,
    rule,
    gate === "request" ? null : answerAlone(was),
    inspectionOf(was, rule, gate, off),
  );

/** The rule replaces something that was found in it. */
const takesOutOf = ({ found }: PastRow, { changes }: Rule, gate: RuleGate): boolean =>
  gate === "request" &&
  changes?.redact?.some((group) => found.includes(`${BREAK}${group}${BREAK}`)) === true;

/**
 * What is known of the document that was decided on at this gate, without the kinds that are `off`. What the rule takes
 * out is taken out with them.
 */
function inspectionOf(
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
  return switchedOn(all, off, changes?.redact);
}

/** Whether there is anything in it for which a rule that allows could be held back: for all others the row is enough. */
export function weighs(was: Sample, gate: RuleGate, off: readonly FindingKind[]): boolean {
  const { inspection, identityChanged, flagged } = standingThen(was, {}, gate, off);
  const { findings = [], more = 0 } = inspection ?? {};
  return (
    identityChanged || flagged || more > 0 || findings.some(({ severity }) => severity === "high")
  );
}
