// What a rule did with a request: decided, changed it, or why it was held back and the user is asked.
import { useMemo, useState } from "react";
import { useT } from "#words/index.ts";
import type { Inspected } from "#shared/findings/inspection.ts";
import type { RuleGate } from "#shared/rules/rule.ts";
import { ownTextsOf } from "#shared/filter/texts.ts";
import { asJudged, matchesAsJudged, ruleChangeSince } from "#shared/rules/ruleChange.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { useMirror } from "#data/mirror.ts";
import { indexedText } from "#data/requests/indexedTexts.ts";
import { lastRuleResultAt } from "#data/requests/ruleResults.ts";
import { openRule } from "#data/view.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { LinkButton } from "#kit/controls/Button.tsx";
import { RulesIcon } from "#kit/controls/icons.ts";
import { judgedWords } from "#request/ruleWords.ts";
import { useNow } from "#kit/hooks/useNow.ts";
import { contextOf } from "./ruleContext.ts";
import type { Judged } from "#shared/rules/judged.ts";

/** @param gates whose results to show, gate 1 first */
export function JudgedBar({
  request,
  gates,
}: {
  request: HeldRequest;
  gates: readonly RuleGate[];
}) {
  return gates.map((gate) => {
    const judged = lastRuleResultAt(request, gate);
    return judged === undefined || isPast(request, judged) ? null : (
      <Line key={gate} request={request} judged={judged} />
    );
  });
}

/** The late scan, if the rule was held back because the scan was not done. */
const lateLook = ({ inspected }: HeldRequest, { gate, held }: Judged): Inspected | undefined =>
  held?.kind === "not-inspected"
    ? inspected?.findLast((one) => one.gate === gate && one.late === true)
    : undefined;

/** After the approval of the request it no longer matters why the user was asked at gate 1. */
const isPast = ({ phase }: HeldRequest, { gate, held, changes }: Judged): boolean =>
  phase.kind === "response" && gate === "request" && held !== undefined && changes === undefined;

/** The request at gate 1 has changes of the rule. */
const isPrepared = ({ phase, reply }: HeldRequest, { gate, decide, held }: Judged): boolean =>
  phase.kind === "request" &&
  reply.kind !== "replay" &&
  gate === "request" &&
  (decide === "ask" || held !== undefined);

function Line({ request, judged }: { request: HeldRequest; judged: Judged }) {
  const t = useT();
  const late = lateLook(request, judged);
  const here = useMirror(({ rules }) => rules.rules.some(({ id }) => id === judged.rule.id));
  const { what, more } = judgedWords(t, judged);
  return (
    <Bar
      tone={judged.held === undefined ? "info" : "warn"}
      icon={RulesIcon}
      quiet
      title={what}
      {...(here
        ? {
            actions: (
              <LinkButton onClick={() => openRule(judged.rule.id)}>
                {t("rules.judged.show")}
              </LinkButton>
            ),
          }
        : {})}
    >
      {more}{" "}
      {late !== undefined &&
        t("findings.cameLate", { count: late.findings.length + (late.more ?? 0) })}
      {isPrepared(request, judged) && (
        <SinceThen key={judged.atMs} request={request} judged={judged} />
      )}
    </Bar>
  );
}

/** Says that the rule has changed or no longer applies, while its changes stay in the request. */
function SinceThen({ request, judged }: { request: HeldRequest; judged: Judged }) {
  const t = useT();
  const nowMs = useNow();
  // With a broken rules file the current rules are unknown.
  const rules = useMirror((state) => (state.rules.faults.length > 0 ? null : state.rules.rules));
  const when = rules?.find(({ id }) => id === judged.rule.id)?.when ?? null;
  const matches = useMatchesAsJudged(request, judged, when);
  const since =
    rules && ruleChangeSince(judged, rules, contextOf(request, "request", nowMs), matches);
  return since === null ? null : (
    <>
      {t(`rules.since.${since}`)} {t("rules.since.stays")}
    </>
  );
}

/**
 * Whether the current version of a rule matches a request that it has changed; true also if that is unknown.
 * @param when the rule's filter; null if the rule no longer exists
 */
function useMatchesAsJudged(request: HeldRequest, judged: Judged, when: string | null): boolean {
  const off = useMirror((state) => state.settings.findingsOff);
  // The request as it was judged never changes.
  const [was] = useState(() => asJudged(request, judged));
  return useMemo(() => {
    if (was === null || when === null) return true;
    return matchesAsJudged(when, was, judged, { indexed: () => indexedText(was, ownTextsOf), off });
  }, [was, when, judged, off]);
}
