// Says that a rule would match the request but no longer applies, and why, with a link to the rule.
import { useMemo } from "react";
import { rowOf } from "#shared/filter/columns.ts";
import { factsOf } from "#shared/filter/facts.ts";
import type { FindingKind } from "#shared/findings/kinds.ts";
import { answerAlone } from "#shared/rules/judge/atGate.ts";
import { lapsedFor } from "#shared/rules/judge/lapsed.ts";
import type { LapsedRule } from "#shared/rules/judge/lapsed.ts";
import type { Rule, RuleGate } from "#shared/rules/rule.ts";
import { unsureOf } from "#shared/rules/judge/unsure.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { effectiveSwitch } from "#shared/servers/policy/control.ts";
import { ownTextsOf } from "#shared/filter/texts.ts";
import { indexedText } from "#data/requests/indexedTexts.ts";
import { useMirror } from "#data/mirror.ts";
import { policyFor } from "#data/select.ts";
import { lastRuleResultAt } from "#data/requests/ruleResults.ts";
import { contextOf } from "./ruleContext.ts";
import { useT } from "#words/index.ts";
import { openRule } from "#data/view.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { LinkButton } from "#kit/controls/Button.tsx";
import { RulesIcon } from "#kit/controls/icons.ts";
import { lapsedWords } from "#request/ruleWords.ts";

export function LapsedBar({ request, gate }: { request: HeldRequest; gate: RuleGate }) {
  const t = useT();
  const lapsed = useLapsed(request, gate);
  if (lapsed === null) return null;
  const { rule, why } = lapsed;
  const ended = why === "time" || why === "uses";
  return (
    <Bar
      tone="info"
      icon={RulesIcon}
      quiet
      title={lapsedWords(t, lapsed)}
      actions={
        <LinkButton onClick={() => openRule(rule.id, ended ? "holds" : null)}>
          {t(ended ? "rules.lapsed.renew" : "rules.judged.show")}
        </LinkButton>
      }
    />
  );
}

/** A rule that would match but no longer applies; null also if rules were not evaluated for the request. */
function useLapsed(request: HeldRequest, gate: RuleGate): LapsedRule | null {
  const rules = useMirror((state) => (state.rules.faults.length > 0 ? NONE : state.rules.rules));
  const off = useMirror((state) => state.settings.findingsOff);
  const decides = useMirror(
    (state) =>
      effectiveSwitch(
        state.desk.masterSwitch,
        policyFor(state, request.requester.serverId)?.control ?? "as-set",
      ) === "rules",
  );
  // Computed when the request opens and when it or the rules change; the passing of time alone changes nothing on
  // screen.
  return useMemo(
    () => (decides && isAsked(request, gate) ? lapsedNow(rules, request, gate, off) : null),
    [decides, rules, request, gate, off],
  );
}

const NONE: readonly Rule[] = [];

/** Rules were evaluated for the request, and none of them decided. */
function isAsked(request: HeldRequest, gate: RuleGate): boolean {
  if (request.reply.kind === "replay" || lastRuleResultAt(request, gate) !== undefined)
    return false;
  return gate === "request" ? request.attempts.length === 0 : answerAlone(request) !== null;
}

const lapsedNow = (
  rules: readonly Rule[],
  request: HeldRequest,
  gate: RuleGate,
  off: readonly FindingKind[],
): LapsedRule | null =>
  lapsedFor(rules, contextOf(request, gate), () => ({
    row: rowOf(factsOf(request, off)),
    indexed: () => indexedText(request, ownTextsOf),
    unsure: unsureOf(request, factsOf(request, off)),
  }));
