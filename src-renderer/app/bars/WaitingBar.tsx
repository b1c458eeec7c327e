// Tells the user that current rules match requests that were already pending, and what they would decide. They are
// applied only if the user says so, since that cannot be undone.
import type { BacklogVerdict } from "#shared/rules/judge/backlogPreview.ts";
import type { DecisionToken } from "#data/guard/decisionGuard.ts";
import { useDecisionGuard } from "#data/guard/useDecisionGuard.ts";
import { useT } from "#words/index.ts";
import { backlogGuardKey } from "#shared/rules/judge/backlog.ts";
import type { BacklogState } from "#shared/rules/judge/backlog.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { LinkButton } from "#kit/controls/Button.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { RulesIcon } from "#kit/controls/icons.ts";

/** At most this many rule names are listed, with a count of the rest. */
const NAMED_MOST = 3;

export function WaitingBar({
  waiting,
  onDecide,
  onLeave,
  onRead,
}: {
  waiting: BacklogState;
  onDecide: (token: DecisionToken) => void;
  /** They remain for the user to decide. */
  onLeave: () => void;
  /** Dismisses the result or the failure. */
  onRead: () => void;
}) {
  const t = useT();
  const guard = useDecisionGuard(backlogGuardKey(waiting));
  if (waiting.kind === "none" || waiting.kind === "deciding") return null;
  const close = <LinkButton onClick={onRead}>{t("common.close")}</LinkButton>;
  if (waiting.kind === "failed") return <FailureBar failure={waiting.failure} actions={close} />;
  const done = waiting.kind === "decided" ? waiting : waiting.before;
  return (
    <>
      {done !== undefined && (
        <Bar
          tone="info"
          icon={RulesIcon}
          title={t("rules.waiting.decided", { count: done.decided.length })}
          actions={close}
        >
          {done.decided.length > 0 && wordsOf(t, done.decided, true)}{" "}
          {done.decided.length > 0 &&
            done.left > 0 &&
            t("rules.waiting.left", { count: done.left })}
        </Bar>
      )}
      {waiting.kind === "fits" && (
        <Bar
          tone="info"
          icon={RulesIcon}
          title={t("rules.waiting.fits", { count: waiting.would.length })}
          actions={
            <>
              <LinkButton disabled={!guard.isOn} onClick={() => guard.run(onDecide)}>
                {t("rules.waiting.decide", { count: waiting.would.length })}
              </LinkButton>
              <LinkButton onClick={onLeave}>{t("rules.waiting.leave")}</LinkButton>
            </>
          }
        >
          {wordsOf(t, waiting.would, false)} {t("rules.waiting.final")}{" "}
          {waiting.mine > 0 && t("rules.waiting.mine", { count: waiting.mine })}
        </Bar>
      )}
    </>
  );
}

/** What the rules would decide, such as “They would allow 2, refuse 1, by nightly and no-images.” */
function wordsOf(
  t: ReturnType<typeof useT>,
  of: readonly BacklogVerdict[],
  isDone: boolean,
): string {
  const allowed = of.filter(({ decide }) => decide === "allow").length;
  const refused = of.length - allowed;
  const what = [
    ...(allowed > 0
      ? [t(isDone ? "rules.waiting.allowed" : "rules.waiting.allow", { count: allowed })]
      : []),
    ...(refused > 0
      ? [t(isDone ? "rules.waiting.refused" : "rules.waiting.refuse", { count: refused })]
      : []),
  ].join(t("common.comma"));
  const names = [...new Set(of.map(({ rule }) => rule.name))];
  const named = names.slice(0, NAMED_MOST).join(t("common.comma"));
  const more = names.length - NAMED_MOST;
  const by = more > 0 ? t("rules.waiting.andMore", { names: named, count: more }) : named;
  return t(isDone ? "rules.waiting.done" : "rules.waiting.by", { what, names: by });
}
