// Which rule fits what waits here and says nothing of it.
import { useMemo } from "react";
import { rowOf } from "../../../src-shared/filter/columns.ts";
import { factsOf } from "../../../src-shared/filter/facts.ts";
import type { FindingKind } from "../../../src-shared/inspect/kinds.ts";
import { answerAlone } from "../../../src-shared/policy/judge/atGate.ts";
import { lapsedFor } from "../../../src-shared/policy/judge/lapsed.ts";
import type { Lapsed } from "../../../src-shared/policy/judge/lapsed.ts";
import type { Rule, RuleGate } from "../../../src-shared/policy/rules/rule.ts";
import { unsureOf } from "../../../src-shared/policy/judge/unsure.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { effectiveSwitch } from "../../../src-shared/servers/policy/control.ts";
import { ownTextsOf } from "../../../src-shared/filter/texts.ts";
import { indexedText } from "../../state/requests/indexedTexts.ts";
import { useMirror } from "../../state/mirror.ts";
import { lastRuleResultAt } from "../../state/requests/ruleResults.ts";
import { contextOf } from "./ruleContext.ts";

/** Null also where no rule was asked: then none of them is missed. */
export function useLapsed(sample: Sample, gate: RuleGate): Lapsed | null {
  const rules = useMirror((state) => (state.rules.faults.length > 0 ? NONE : state.rules.rules));
  const off = useMirror((state) => state.settings.findingsOff);
  const decides = useMirror(
    ({ desk, servers }) =>
      effectiveSwitch(
        desk.masterSwitch,
        servers[sample.asker.serverId]?.policy.control ?? "as-set",
      ) === "rules",
  );
  // As it is opened and whenever something of it or of the rules changes: time alone moves nothing under the eyes.
  return useMemo(
    () => (decides && isAsked(sample, gate) ? lapsedNow(rules, sample, gate, off) : null),
    [decides, rules, sample, gate, off],
  );
}

const NONE: readonly Rule[] = [];

/** Rules are asked about it, and none of those that hold had anything to say. */
function isAsked(sample: Sample, gate: RuleGate): boolean {
  if (sample.reply.kind === "replay" || lastRuleResultAt(sample, gate) !== undefined) return false;
  return gate === "request" ? sample.attempts.length === 0 : answerAlone(sample) !== null;
}

const lapsedNow = (
  rules: readonly Rule[],
  sample: Sample,
  gate: RuleGate,
  off: readonly FindingKind[],
): Lapsed | null =>
  lapsedFor(rules, contextOf(sample, gate), () => ({
    row: rowOf(factsOf(sample, off)),
    indexed: () => indexedText(sample, ownTextsOf),
    unsure: unsureOf(sample),
  }));
