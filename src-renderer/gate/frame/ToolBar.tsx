// The tool bar of a gate: the two steps, or the kind where there is one, at the left; edits in the middle; the views at
// the right.
import { useT } from "#words/index.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { cx } from "#kit/cx.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { EditedIcon, NextIcon } from "#kit/controls/icons.ts";
import { Segmented } from "#kit/controls/Segmented.tsx";
import { kindGlyphOf } from "#request/kindGlyph.ts";
import { StageGlyph } from "#request/StageGlyph.tsx";
import { viewKeys } from "./decision.ts";
import type { Gate, Placed, Step, StepNames } from "../gate.ts";
import s from "./ToolBar.module.css";

export function ToolBar({ request, gate, view, onView }: Placed & { gate: Gate }) {
  const t = useT();
  const { steps, edited = null, remark, views, instead = null } = gate;
  const glyph = kindGlyphOf(request);
  return (
    <div className={s.bar}>
      {steps !== undefined ? (
        <Steps step={steps.at} names={steps.names} />
      ) : (
        glyph !== null && (
          <span className={s.steps}>
            <span className={s.only}>
              <Icon of={glyph.icon} size="m" /> {t(glyph.name)}
            </span>
          </span>
        )
      )}
      {(edited !== null || remark !== undefined) && <span className={s.cut} />}
      {remark !== undefined && <span className={s.aside}>{remark}</span>}
      {edited !== null && (
        <span className={s.edited}>
          <Icon of={EditedIcon} />
          <span className="cut">{edited.words}</span>
        </span>
      )}
      {edited?.onRevert !== undefined && (
        <LinkButton className="xs" onClick={edited.onRevert}>
          {t("review.revert")}
        </LinkButton>
      )}
      <span className="grow" />
      {instead === null && views.length > 1 && (
        <Segmented
          label={t("review.views.label")}
          value={views.some(({ id }) => id === view) ? view : "blocks"}
          onChange={onView}
          options={views.map(({ id, label, keyless = false }) => ({
            value: id,
            label,
            ...(keyless ? {} : { keys: viewKeys(id) }),
          }))}
        />
      )}
    </div>
  );
}

/** The two steps, and at which one it is. */
function Steps({ step, names }: { step: Step; names?: StepNames | undefined }) {
  const t = useT();
  const named = names ?? {
    request: t("common.request"),
    generating: t("common.generatingTitle"),
    response: t("common.response"),
  };
  const ended = typeof step === "string" ? null : step;
  const gate = ended?.gate ?? (step === "request" ? 1 : 2);
  const generating = step === "generating";
  const second = ended?.stage ?? (generating ? "generating" : "response");
  const now = (which: 1 | 2): boolean => ended === null && gate === which;
  return (
    <ol className={s.steps} aria-label={t("review.step.label", { step: gate })}>
      <li className={cx(now(1) && s.now)} aria-current={now(1) ? "step" : undefined}>
        <StageGlyph stage={gate === 2 ? "replied" : (ended?.stage ?? "request")} silent />
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
