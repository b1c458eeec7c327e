// Whether what a rule would have done goes against what the user decided; and why it would still have asked one.
import { kindFactsOf } from "../../../../src-shared/kinds/facts.ts";
import { BREAK } from "../../../../src-shared/filter/columns.ts";
import { shortHash } from "../../../../src-shared/filter/shortHash.ts";
import type { DryRunItem } from "../../../../src-shared/ipc/rules.ts";
import type { RuleGate } from "../../../../src-shared/policy/rules/rule.ts";
import { changed } from "../../../../src-shared/policy/rules/changed.ts";
import { isEdited } from "../../../../src-shared/sampling/document/change.ts";
import type { PastRow } from "./decider.ts";
import type { PastItem } from "./pastItems.ts";
import type { RuleToRun } from "./ruleToRun.ts";

const holds = (words: string, word: string): boolean => words.includes(`${BREAK}${word}${BREAK}`);

/** Somebody said no at this very gate. */
const endedHere = ({ is, gateNow }: PastRow, gate: RuleGate): boolean =>
  holds(is, "ended") && gateNow === (gate === "request" ? 1 : 2);

/** What the user decided at the gate; null where they did not, or refused all that waited at one stroke. */
function decidedThen(row: PastRow, gate: RuleGate): "rejected" | "approved" | null {
  if (!holds(row.by[gate], "me")) return null;
  if (!endedHere(row, gate)) return "approved";
  return holds(row.is, "rejected") ? "rejected" : null;
}

/** @param past reads it whole; only asked where its row cannot tell */
export function against(
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

/** What a rule alone decided at the gate, where this one decides the other way. */
export function decidedAbove(
  { rule }: RuleToRun,
  { row, gate }: { row: PastRow; gate: RuleGate },
): "refused" | "allowed" | undefined {
  const by = row.by[gate];
  if (rule.decide === "ask" || !holds(by, "rule") || holds(by, "me")) return undefined;
  const then = holds(row.is, "refused") && endedHere(row, gate) ? "refused" : "allowed";
  return (rule.decide === "allow") === (then === "refused") ? then : undefined;
}

/** The user changed the answer, or took another one than the first that came whole. */
function tookAnother({ edited, sure }: PastRow, past: () => PastItem | null): boolean {
  if (holds(edited, "response")) return true;
  // One attempt, and what the index says of it is sure.
  if (sure) return false;
  const read = past();
  const { phase } = read?.sample ?? {};
  const decided = phase?.kind === "ended" ? phase.ending : phase;
  const first = read?.was?.attempts.at(-1)?.id;
  return decided !== undefined && "attemptId" in decided && decided.attemptId !== first;
}

/** The rule makes of the request what the user made of it. */
function doesTheSame(changes: RuleToRun["rule"]["changes"], past: () => PastItem | null): boolean {
  if (changes === undefined) return false;
  const { sample } = past() ?? {};
  const approved = sample?.attempts[0]?.document;
  if (approved === undefined || sample?.proposed === null || sample === undefined) return false;
  if (!kindFactsOf(sample).hasModel) return false;
  return !isEdited(changed(sample.proposed, changes), approved);
}

/** Whether the changes of a rule would have changed this request. */
export function changes({ rule: { changes } }: RuleToRun, row: PastRow): boolean {
  if (changes === undefined) return false;
  const { model, maxTokens, redact, system } = changes;
  if (model !== undefined) return true;
  if (maxTokens !== undefined && row.maxTokens !== null && row.maxTokens > maxTokens) return true;
  if (redact?.some((group) => holds(row.found, group)) === true) return true;
  if (system === undefined) return false;
  const named = shortHash(system.from);
  return named === null ? row.system === "" : holds(row.system, named);
}
