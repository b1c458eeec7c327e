// What a rule would have said of a request or an answer of the history: by the judge itself, on what the record tells.
import { namedFindings } from "../../../../src-shared/policy/rules/namedFindings.ts";
import { says } from "../../../../src-shared/policy/judge/judge.ts";
import type { Said, Standing } from "../../../../src-shared/policy/judge/judge.ts";
import { canBeRedacted, couldNotRedact } from "../../../../src-shared/policy/judge/standing.ts";
import type { Rule, RuleGate } from "../../../../src-shared/policy/rules/rule.ts";
import { BREAK } from "../../../../src-shared/filter/columns.ts";
import type { PastRow } from "./decider.ts";
import type { PastItem } from "./pastItems.ts";
import type { RuleToRun } from "./ruleToRun.ts";
import { inspectionOf, standingThen } from "./standingThen.ts";

/**
 * @param judged what was said of the same request before
 * @param past reads it whole; only asked where its row cannot tell
 */
export function verdictThen(
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
  if (was === null || !goesOut || canBeRedacted(was, rule, inspectionOf(was, rule, gate, off)))
    return said;
  return { ...said, held: couldNotRedact(rule) };
}

/** Nothing of weight is known of it. */
const NOTHING: Standing = {
  inspection: { findings: [], more: 0, tookMs: 0 },
  identityChanged: false,
  flagged: false,
  limit: null,
};

/** The rule replaces something that was found in it. */
const takesOutOf = ({ found }: PastRow, { changes }: Rule, gate: RuleGate): boolean =>
  gate === "request" &&
  changes?.redact?.some((group) => found.includes(`${BREAK}${group}${BREAK}`)) === true;
