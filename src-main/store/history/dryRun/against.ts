// Whether a rule would have gone against the user's decision, and why it would still have asked the user.
import { kindFactsOf } from "#shared/kinds/facts.ts";
import { BREAK } from "#shared/filter/columns.ts";
import { shortHash } from "#shared/filter/shortHash.ts";
import type { DryRunItem } from "#shared/ipc/rules.ts";
import type { RuleGate } from "#shared/policy/rules/rule.ts";
import { changed } from "#shared/policy/rules/changed.ts";
import { isEdited } from "#shared/sampling/document/change.ts";
import type { PastRow } from "./decider.ts";
import type { PastItem } from "./pastItems.ts";
import type { RuleToRun } from "./ruleToRun.ts";

const holds = (words: string, word: string): boolean => words.includes(`${BREAK}${word}${BREAK}`);

/** The request ended at this gate. */
const endedHere = ({ is, gateNow }: PastRow, gate: RuleGate): boolean =>
  holds(is, "ended") && gateNow === (gate === "request" ? 1 : 2);

/** What the user decided at the gate; null if they did not, or rejected everything pending at once. */
function decidedThen(row: PastRow, gate: RuleGate): "rejected" | "approved" | null {
  if (!holds(row.by[gate], "me")) return null;
  if (!endedHere(row, gate)) return "approved";
  return holds(row.is, "rejected") ? "rejected" : null;
}

/** @param past reads the whole request; only called if the row is not enough */
export function contradictionOf(
  { rule }: RuleToRun,
  { row, gate }: { row: PastRow; gate: RuleGate },
  past: () => PastItem | null,
): DryRunItem["against"] {
  const person = decidedThen(row, gate);
  if (person === null || rule.decide === "ask") return undefined;
  if (rule.decide === "refuse") return person === "approved" ? "approved" : undefined;
  if (person === "rejected") return "rejected";
  if (gate === "response") return tookAnother(row, past) ? "edited" : undefined;
  if (!holds(row.edited, "request")) return undefined;
  return doesTheSame(rule.changes, past) ? undefined : "edited";
}

/** What another rule decided at the gate without the user, if this one decides the opposite. */
export function decidedAbove(
  { rule }: RuleToRun,
  { row, gate }: { row: PastRow; gate: RuleGate },
): "refused" | "allowed" | undefined {
  const by = row.by[gate];
  if (rule.decide === "ask" || !holds(by, "rule") || holds(by, "me")) return undefined;
  const then = holds(row.is, "refused") && endedHere(row, gate) ? "refused" : "allowed";
  return (rule.decide === "allow") === (then === "refused") ? then : undefined;
}

/** Whether the user edited the response, or chose another one than the first complete one. */
function tookAnother({ edited, sure }: PastRow, past: () => PastItem | null): boolean {
  if (holds(edited, "response")) return true;
  // There was only one attempt, and the index is certain.
  if (sure) return false;
  const read = past();
  const { phase } = read?.sample ?? {};
  const decided = phase?.kind === "ended" ? phase.ending : phase;
  const first = read?.was?.attempts.at(-1)?.id;
  return decided !== undefined && "attemptId" in decided && decided.attemptId !== first;
}

/** Whether the rule's changes to the request equal the user's. */
function doesTheSame(changes: RuleToRun["rule"]["changes"], past: () => PastItem | null): boolean {
  if (changes === undefined) return false;
  const { sample } = past() ?? {};
  const approved = sample?.attempts[0]?.document;
  if (approved === undefined || sample?.proposed === null || sample === undefined) return false;
  if (!kindFactsOf(sample).hasModel) return false;
  return !isEdited(changed(sample.proposed, changes), approved);
}

/** Whether the rule's changes would have changed this request. */
export function changes(
  { rule: { changes } }: Pick<RuleToRun, "rule">,
  row: Pick<PastRow, "maxTokens" | "found" | "system" | "kind">,
): boolean {
  if (changes === undefined) return false;
  const { model, maxTokens, redact, system } = changes;
  if (model !== undefined) return true;
  // Only a program may send no limit.
  const limit = row.maxTokens ?? (holds(row.kind, "completion") ? Number.POSITIVE_INFINITY : 0);
  if (maxTokens !== undefined && limit > maxTokens) return true;
  if (redact?.some((group) => holds(row.found, group)) === true) return true;
  if (system === undefined) return false;
  const named = shortHash(system.from);
  return named === null ? row.system === "" : holds(row.system, named);
}
