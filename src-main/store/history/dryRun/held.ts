// Why a rule that allows would still have had a person asked, as far as the record tells: as the judge says it, without
// what nobody recorded.
import { findingsOf } from "../../../../src-shared/inspect/findings.ts";
import type { Finding } from "../../../../src-shared/inspect/findings.ts";
import { FINDING_KINDS } from "../../../../src-shared/inspect/kinds.ts";
import type { FindingKind } from "../../../../src-shared/inspect/kinds.ts";
import type { HeldBack } from "../../../../src-shared/ipc/rules.ts";
import { namedFindings, unnamed } from "../../../../src-shared/policy/namedFindings.ts";
import type { RuleGate } from "../../../../src-shared/policy/rule.ts";
import type { Sample } from "../../../../src-shared/sampling/sample.ts";
import { BREAK } from "../../../../src-shared/filter/columns.ts";
import type { PastRow } from "./decider.ts";
import type { PastItem } from "./pastItems.ts";
import type { RuleToRun } from "./ruleToRun.ts";

/** @param past reads it whole; only asked where something of weight was found */
export function heldBack(
  { rule, query }: RuleToRun,
  { row, gate }: { row: PastRow; gate: RuleGate },
  past: () => PastItem | null,
): HeldBack | undefined {
  if (mayWeigh(row)) {
    const { found, more } = foundAt(past()?.was ?? null, gate);
    const named = namedFindings(query);
    const redact = gate === "request" ? rule.changes?.redact : undefined;
    if (more > 0 && (named !== "all" || redact !== undefined)) return { kind: "not-inspected" };
    const weighty = found.filter(({ severity }) => severity === "high").map(({ kind }) => kind);
    const groups = unnamed(named, weighty).filter(
      (group) => redact?.some((one) => one === group) !== true,
    );
    if (groups.length > 0) return { kind: "findings", groups };
  }
  return row.errors > 0 && gate === "request" ? { kind: "flags" } : undefined;
}

/** Some kind of what was found weighs as much; a single finding may weigh less. */
const mayWeigh = ({ finding }: PastRow): boolean =>
  finding
    .split(BREAK)
    .some(
      (kind) =>
        Object.hasOwn(FINDING_KINDS, kind) &&
        FINDING_KINDS[kind as FindingKind].severity === "high",
    );

/** What is known of the document that was decided on at this gate. */
function foundAt(was: Sample | null, gate: RuleGate): { found: Finding[]; more: number } {
  if (was === null) return { found: [], more: 0 };
  const state = was.attempts.at(-1)?.state;
  const answer = state !== undefined && "generated" in state ? state.generated : null;
  const document = gate === "request" ? was.proposed : answer;
  const inspected = (was.inspected ?? []).filter((one) => one.gate === gate);
  return {
    found: [
      ...(document === null ? [] : findingsOf(document)),
      ...inspected.flatMap(({ findings }) => findings),
    ],
    more: inspected.reduce((sum, { more = 0, unseen = 0 }) => sum + more + unseen, 0),
  };
}
