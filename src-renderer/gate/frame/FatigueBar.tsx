// A remark when many were approved in a minute, with an offer to pause. Neither blocks a decision.
import { useEffect } from "react";
import type { RuleGate } from "#shared/rules/rule.ts";
import { useT } from "#words/index.ts";
import { useMirror } from "#data/mirror.ts";
import {
  endPause,
  dismissRemark,
  startPause,
  PAUSE_MS,
  useFatigueRemark,
} from "#data/requests/fatigueState.ts";
import { useView, view } from "#data/view.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { Empty } from "#kit/layout/Empty.tsx";
import { PauseIcon } from "#kit/controls/icons.ts";
import { span, timeOfDay } from "#kit/text/time.ts";
import { useNow } from "#kit/hooks/useNow.ts";

/** Nothing without a remark. @param gate of the rule to offer, made from the current request; null: none can be made */
export function FatigueBar({ gate }: { gate: RuleGate | null }) {
  const t = useT();
  const requestId = useView((state) => state.requestId);
  const count = useFatigueRemark(useNow());
  if (count === null) return null;
  return (
    <Bar
      tone="info"
      icon={PauseIcon}
      title={t("fatigue.title", { count })}
      actions={
        <>
          {requestId !== null && gate !== null && (
            <LinkButton onClick={() => view.setState({ newRuleFrom: { requestId, gate } })}>
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
    ({ requests }) =>
      Object.values(requests).filter(
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
