// What a rule would have decided about a past request or response: uses the same function as the desk, on the
// ledger's data.
import { namedFindings } from "#shared/policy/rules/namedFindings.ts";
import { verdictOf } from "#shared/policy/judge/judge.ts";
import type { Verdict, VerdictInput } from "#shared/policy/judge/judge.ts";
import { canBeRedacted, couldNotRedact } from "#shared/policy/judge/verdictInput.ts";
import type { Rule, RuleGate } from "#shared/policy/rules/rule.ts";
import { BREAK } from "#shared/filter/columns.ts";
import { KINDS } from "#shared/kinds/registry.ts";
import type { PastRow } from "./decider.ts";
import type { PastItem } from "./pastItems.ts";
import type { RuleToRun } from "./ruleToRun.ts";
import { inspectionOf, pastVerdictInput } from "./pastVerdictInput.ts";

/**
 * @param judged decisions on the same request at the gate before
 * @param past reads the whole request; only called if the row is not enough
 */
export function pastVerdict(
  { rule, at }: RuleToRun,
  {
    row,
    gate,
    judged,
    isUnsure,
  }: { row: PastRow; gate: RuleGate; judged: readonly Verdict[]; isUnsure: boolean },
  past: () => PastItem | null,
): Verdict {
  const isRead = row.weighs || takesOutOf(row, rule, gate) || isHeldByKind(row, rule);
  const read = isRead ? past() : null;
  const was = read?.was ?? null;
  const off = read?.off ?? [];
  const unsure = isUnsure ? { unsure: { kind: "origin" as const } } : {};
  const query = at[gate]?.query;
  const named = query === undefined ? new Set<never>() : namedFindings(query);
  const said = verdictOf({ rule, named, ...unsure }, { gate, judged }, () =>
    was === null ? NOTHING : pastVerdictInput(was, rule, gate, off),
  );
  const goesOut = gate === "request" && said.decide === "allow" && said.held === undefined;
  if (was === null || !goesOut || canBeRedacted(was, rule, inspectionOf(was, rule, gate, off)))
    return said;
  return { ...said, held: couldNotRedact(rule) };
}

/** Nothing that would hold a rule back. */
const NOTHING: VerdictInput = {
  inspection: { findings: [], more: 0, tookMs: 0 },
  identityChanged: false,
  flagged: false,
  limit: null,
};

/** Whether no rule, or none that changes a request, allows a kind without a model. */
const isHeldByKind = ({ kind }: PastRow, { decide, changes }: Rule): boolean =>
  decide === "allow" &&
  Object.values(KINDS).some(
    ({ name, hasModel, allowedBy }) =>
      !hasModel &&
      kind.includes(`${BREAK}${name}${BREAK}`) &&
      (allowedBy === undefined || changes !== undefined),
  );

/** Whether the rule redacts something that was found in the request, whose placeholder the response may have. */
const takesOutOf = ({ found }: PastRow, { changes }: Rule, gate: RuleGate): boolean =>
  changes?.redact !== undefined &&
  (gate === "response" ||
    changes.redact.some((group) => found.includes(`${BREAK}${group}${BREAK}`)));
