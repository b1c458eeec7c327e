// The tool bar of a gate: steps at the left, edits in the middle, view switch at the right.
import { KEYS } from "../../../src-shared/shortcuts.ts";
import type { ReactNode } from "react";
import { useT } from "../../i18n/index.ts";
import { cx } from "../../ui/cx.ts";
import { LinkButton } from "../../ui/controls/Button.tsx";
import { Icon } from "../../ui/controls/Icon.tsx";
import { EditedIcon, NextIcon } from "../../ui/controls/icons.ts";
import { Segmented } from "../../ui/controls/Segmented.tsx";
import { StageGlyph } from "../../components/requests/StageGlyph.tsx";
import type { Stage } from "../../components/requests/StageGlyph.tsx";
import s from "./ToolBar.module.css";

export type Step = "request" | "generating" | "response" | EndedAt;
/** An ended request: the gate it reached, and how it ended. */
export interface EndedAt {
  gate: 1 | 2;
  stage: Stage;
}
export type GateView = "blocks" | "json" | "diff";

export function ToolBar({
  step,
  view,
  onView,
  edited,
  onRevert,
  children,
}: {
  step: Step;
  /** Null if there is only one view. */
  view: GateView | null;
  onView: (view: GateView) => void;
  /** The number of edits in words; null without edits. */
  edited: string | null;
  onRevert?: (() => void) | undefined;
  children?: ReactNode;
}) {
  const t = useT();
  return (
    <div className={s.bar}>
      <Steps step={step} />
      {(edited !== null || children !== undefined) && <span className={s.cut} />}
      <span className={s.aside}>{children}</span>
      {edited !== null && (
        <span className={s.edited}>
          <Icon of={EditedIcon} />
          <span className="cut">{edited}</span>
        </span>
      )}
      {edited !== null && onRevert !== undefined && (
        <LinkButton className="xs" onClick={onRevert}>
          {t("review.revert")}
        </LinkButton>
      )}
      <span className="grow" />
      {view !== null && (
        <Segmented
          label={t("review.views.label")}
          value={view}
          onChange={onView}
          options={[
            { value: "blocks", label: t("review.views.blocks"), keys: KEYS.blocks },
            { value: "json", label: t("review.views.json"), keys: KEYS.json },
            { value: "diff", label: t("review.views.diff"), keys: KEYS.diff },
          ]}
        />
      )}
    </div>
  );
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
    request: t("review.step.request"),
    generating: t("review.step.generating"),
    response: t("review.step.response"),
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
