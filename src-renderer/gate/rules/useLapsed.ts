// Finds a rule that would match a request but no longer applies.
import { useMemo } from "react";
import { rowOf } from "#shared/filter/columns.ts";
import { factsOf } from "#shared/filter/facts.ts";
import type { FindingKind } from "#shared/inspect/kinds.ts";
import { answerAlone } from "#shared/policy/judge/atGate.ts";
import { lapsedFor } from "#shared/policy/judge/lapsed.ts";
import type { LapsedRule } from "#shared/policy/judge/lapsed.ts";
import type { Rule, RuleGate } from "#shared/policy/rules/rule.ts";
import { unsureOf } from "#shared/policy/judge/unsure.ts";
import type { Sample } from "#shared/sampling/life/sample.ts";
import { effectiveSwitch } from "#shared/servers/policy/control.ts";
import { ownTextsOf } from "#shared/filter/texts.ts";
import { indexedText } from "#data/requests/indexedTexts.ts";
import { useMirror } from "#data/mirror.ts";
import { policyFor } from "#data/select.ts";
import { lastRuleResultAt } from "#data/requests/ruleResults.ts";
import { contextOf } from "./ruleContext.ts";

/** Null also if rules were not evaluated for the request. */
export function useLapsed(sample: Sample, gate: RuleGate): LapsedRule | null {
  const rules = useMirror((state) => (state.rules.faults.length > 0 ? NONE : state.rules.rules));
  const off = useMirror((state) => state.settings.findingsOff);
  const decides = useMirror(
    (state) =>
      effectiveSwitch(
        state.desk.masterSwitch,
        policyFor(state, sample.asker.serverId)?.control ?? "as-set",
      ) === "rules",
  );
  // Computed when the request opens and when it or the rules change; the passing of time alone changes nothing on
  // screen.
  return useMemo(
    () => (decides && isAsked(sample, gate) ? lapsedNow(rules, sample, gate, off) : null),
    [decides, rules, sample, gate, off],
  );
}

const NONE: readonly Rule[] = [];

/** Rules were evaluated for the request, and none of them decided. */
function isAsked(sample: Sample, gate: RuleGate): boolean {
  if (sample.reply.kind === "replay" || lastRuleResultAt(sample, gate) !== undefined) return false;
  return gate === "request" ? sample.attempts.length === 0 : answerAlone(sample) !== null;
}

const lapsedNow = (
  rules: readonly Rule[],
  sample: Sample,
  gate: RuleGate,
  off: readonly FindingKind[],
): LapsedRule | null =>
  lapsedFor(rules, contextOf(sample, gate), () => ({
    row: rowOf(factsOf(sample, off)),
    indexed: () => indexedText(sample, ownTextsOf),
    unsure: unsureOf(sample),
  }));
