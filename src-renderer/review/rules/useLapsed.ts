// Finds a rule that would match a request but no longer applies.
import { useMemo } from "react";
import { rowOf } from "../../../src-shared/filter/columns.ts";
import { factsOf } from "../../../src-shared/filter/facts.ts";
import type { FindingKind } from "../../../src-shared/inspect/kinds.ts";
import { answerAlone } from "../../../src-shared/policy/judge/atGate.ts";
import { lapsedFor } from "../../../src-shared/policy/judge/lapsed.ts";
import type { LapsedRule } from "../../../src-shared/policy/judge/lapsed.ts";
import type { Rule, RuleGate } from "../../../src-shared/policy/rules/rule.ts";
import { unsureOf } from "../../../src-shared/policy/judge/unsure.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { effectiveSwitch } from "../../../src-shared/servers/policy/control.ts";
import { ownTextsOf } from "../../../src-shared/filter/texts.ts";
import { indexedText } from "../../state/requests/indexedTexts.ts";
import { useMirror } from "../../state/mirror.ts";
import { policyFor } from "../../state/select.ts";
import { lastRuleResultAt } from "../../state/requests/ruleResults.ts";
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
