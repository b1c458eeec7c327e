// A remark when many were approved in a minute, with an offer to pause. Neither blocks a decision.
import { useEffect } from "react";
import type { RuleGate } from "../../../src-shared/policy/rules/rule.ts";
import { useT } from "../../i18n/index.ts";
import { useMirror } from "../../state/mirror.ts";
import {
  endPause,
  dismissRemark,
  startPause,
  PAUSE_MS,
  useFatigueRemark,
} from "../../state/requests/fatigueState.ts";
import { useView, view } from "../../state/view.ts";
import { Bar } from "../../ui/layout/Bar.tsx";
import { Button, LinkButton } from "../../ui/controls/Button.tsx";
import { Empty } from "../../ui/layout/Empty.tsx";
import { PauseIcon } from "../../ui/controls/icons.ts";
import { span, timeOfDay } from "../../ui/text/time.ts";
import { useNow } from "../../ui/hooks/useNow.ts";

/** Nothing without a remark. @param gate of the rule to offer, made from the current request; null: none can be made */
export function FatigueBar({ gate }: { gate: RuleGate | null }) {
  const t = useT();
  const sampleId = useView((state) => state.sampleId);
  const count = useFatigueRemark(useNow());
  if (count === null) return null;
  return (
    <Bar
      tone="info"
      icon={PauseIcon}
      title={t("fatigue.title", { count })}
      actions={
        <>
          {sampleId !== null && gate !== null && (
            <LinkButton onClick={() => view.setState({ newRuleFrom: { sampleId, gate } })}>
              {t("common.createRule")}
            </LinkButton>
          )}
          <LinkButton onClick={startPause}>
            {t("fatigue.pause", { time: span(t, PAUSE_MS) })}
          </LinkButton>
          <LinkButton onClick={dismissRemark}>{t("fatigue.goOn")}</LinkButton>
        </>
      }
    >
      {t("fatigue.why")}
    </Bar>
  );
}

/** Replaces the review until the pause is over or the user ends it. */
export function PauseScreen({ untilMs }: { untilMs: number }) {
  const t = useT();
  const waiting = useMirror(
    ({ samples }) =>
      Object.values(samples).filter(
        ({ phase }) => phase.kind === "request" || phase.kind === "response",
      ).length,
  );
  useEffect(() => {
    const timer = setTimeout(endPause, Math.max(0, untilMs - Date.now()));
    return () => clearTimeout(timer);
  }, [untilMs]);
  return (
    <Empty
      title={t("fatigue.paused", { time: timeOfDay(untilMs) })}
      action={<Button onClick={endPause}>{t("fatigue.goOnNow")}</Button>}
    >
      {t("fatigue.waiting", { count: waiting })}
    </Empty>
  );
}
