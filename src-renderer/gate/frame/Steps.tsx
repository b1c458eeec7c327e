// The two steps of a request, and at which one it is.
import { useT } from "#words/index.ts";
import { cx } from "#kit/cx.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { NextIcon } from "#kit/controls/icons.ts";
import { StageGlyph } from "#request/StageGlyph.tsx";
import type { Stage } from "#request/StageGlyph.tsx";
import s from "./ToolBar.module.css";

export type Step = "request" | "generating" | "response" | EndedAt;
/** An ended request: the gate it reached, and how it ended. */
export interface EndedAt {
  gate: 1 | 2;
  stage: Stage;
}
/** The names of the two steps of a kind of request. */
export interface StepNames {
  request: string;
  generating: string;
  response: string;
}

export function Steps({ step, names }: { step: Step; names?: StepNames | undefined }) {
  const t = useT();
  const named = names ?? {
    request: t("common.request"),
    generating: t("common.generatingTitle"),
    response: t("common.response"),
  };
  const over = typeof step === "string" ? null : step;
  const gate = over?.gate ?? (step === "request" ? 1 : 2);
  const generating = step === "generating";
  const second = over?.stage ?? (generating ? "generating" : "response");
  const now = (which: 1 | 2): boolean => over === null && gate === which;
  return (
    <ol className={s.steps} aria-label={t("review.step.label", { step: gate })}>
      <li className={cx(now(1) && s.now)} aria-current={now(1) ? "step" : undefined}>
        <StageGlyph stage={gate === 2 ? "replied" : (over?.stage ?? "request")} silent />
        {named.request}
      </li>
      <li aria-hidden="true">
        <Icon of={NextIcon} />
      </li>
      <li className={cx(now(2) && s.now)} aria-current={now(2) ? "step" : undefined}>
        {gate === 1 ? <span className={s.dim}>2</span> : <StageGlyph stage={second} silent />}
        {generating ? named.generating : named.response}
      </li>
    </ol>
  );
}
