// The selected rule: its form, its dry run, its buttons.
import { useEffect, useEffectEvent, useImperativeHandle, useMemo } from "react";
import type { Ref, RefObject } from "react";
import type { Known } from "#shared/filter/complete.ts";
import type { RulesView } from "#shared/contract/rules.ts";
import type { Shadow } from "#shared/rules/shadow.ts";
import { KEYS } from "#shared/shortcuts.ts";
import { openRule } from "#data/view.ts";
import { useT } from "#words/index.ts";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { RemoveIcon } from "#kit/controls/icons.ts";
import { sameValues, useFormValues } from "#kit/form/form.tsx";
import { Bar } from "#kit/layout/Bar.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Foot, RoomPanel } from "#kit/layout/Room.tsx";
import { TitleBar } from "#kit/layout/Section.tsx";
import { dayTime } from "#kit/text/time.ts";
import { shadowWords } from "#request/ruleWords.ts";
import { DryRunSection } from "./DryRun.tsx";
import { RuleForm } from "./RuleForm.tsx";
import { emptyRule, formValuesOf, ruleForm } from "./ruleForm.ts";
import { conflictOf } from "./rows.ts";
import type { RuleRow } from "./rows.ts";
import type { RuleActions } from "./useRuleActions.ts";
import s from "./Rules.module.css";

export function RulePanel({
  row,
  used,
  shadow,
  locked,
  acts,
  known,
  nameRef,
  saveRef,
  onDiscarded,
}: {
  row: RuleRow;
  used: RulesView["used"][string] | undefined;
  shadow: Shadow | undefined;
  /** The file is invalid: nothing can be saved. */
  locked: boolean;
  acts: RuleActions;
  known: () => Known;
  nameRef: RefObject<HTMLInputElement | null>;
  /** Saves what is typed, or shows its faults. */
  saveRef: Ref<() => void>;
  onDiscarded: () => void;
}) {
  const t = useT();
  const { rule, draft } = row;
  const kept = useMemo(
    () => draft?.typed ?? (rule === null ? emptyRule() : formValuesOf(rule)),
    [draft, rule],
  );
  const {
    form,
    typed,
    send: save,
  } = useFormValues(ruleForm(t, rule?.id ?? "new"), kept, (made) => acts.save(row, made));
  useImperativeHandle(saveRef, () => save);
  // What is typed is kept as a draft, and a draft or rule that changes elsewhere replaces what is typed.
  const keep = useEffectEvent(() => {
    if (!sameValues(typed, kept)) acts.type(row, typed);
  });
  useEffect(() => keep(), [typed]);
  const follow = useEffectEvent(() => {
    if (!sameValues(form.state.values, kept)) form.reset(kept, { keepDefaultValues: true });
  });
  useEffect(() => follow(), [kept]);
  const conflict = conflictOf(row);
  const dirty = draft !== undefined;
  return (
    <RoomPanel
      label={t("common.ruleName", { name: typed.name === "" ? t("rules.unnamed") : typed.name })}
    >
      <TitleBar
        title={
          row.number === null ? t("rules.newTitle") : t("rules.number", { number: row.number })
        }
      >
        <span className={s.lead}>
          {used !== undefined &&
            used.count > 0 &&
            t("rules.used.last", { time: dayTime(used.lastAtMs) })}
        </span>
        <span className="grow" />
        <form.AppField name="on">
          {({ state, handleChange }) => (
            <Checkbox checked={state.value} disabled={locked} onChange={handleChange}>
              {t("rules.on")}
            </Checkbox>
          )}
        </form.AppField>
      </TitleBar>
      {acts.failure !== null && (
        <FailureBar
          failure={acts.failure}
          actions={<LinkButton onClick={acts.clearFailure}>{t("common.close")}</LinkButton>}
        />
      )}
      {/* Changed or removed elsewhere: the edits become a rule of their own, or are discarded. */}
      {conflict !== null && (
        <Bar
          tone="warn"
          title={t(`rules.meanwhile.${conflict}`)}
          actions={
            <>
              <LinkButton onClick={() => acts.asNew(row.key)}>
                {t("rules.meanwhile.asNew")}
              </LinkButton>
              <LinkButton onClick={() => discard()}>
                {t(conflict === "removed" ? "rules.meanwhile.drop" : "rules.meanwhile.take")}
              </LinkButton>
            </>
          }
        />
      )}
      {/* It never decides: which rule precedes it and why, with a link to that rule. */}
      {shadow !== undefined && (
        <Bar
          tone="warn"
          quiet
          title={shadowWords(t, shadow)}
          actions={
            <LinkButton onClick={() => openRule(shadow.by.id)}>{t("rules.judged.show")}</LinkButton>
          }
        >
          {t(`rules.shadow.why.${shadow.why}`)}
        </Bar>
      )}
      {locked && dirty && <Bar tone="warn" title={t("rules.broken.noSave")} quiet />}
      <div
        className={s.form}
        role="region"
        aria-label={t("rules.formLabel")}
        // A disabled form must still be scrollable by keyboard.
        tabIndex={locked && !dirty ? 0 : undefined}
      >
        <fieldset className={s.fields} disabled={locked && !dirty}>
          <RuleForm form={form} typed={typed} known={known} nameRef={nameRef} />
        </fieldset>
        <DryRunSection row={row} typed={typed} locked={locked} />
      </div>
      <Foot>
        {rule !== null && (
          <Button
            level="plain"
            icon={RemoveIcon}
            disabled={locked}
            onClick={() => void acts.remove(row)}
          >
            {t("common.remove")}
          </Button>
        )}
        <span className="grow" />
        <Button disabled={!dirty} onClick={() => discard()}>
          {t("rules.discard")}
        </Button>
        <Button
          level="primary"
          keys={KEYS.saveRule}
          disabled={!dirty || locked || conflict !== null}
          onClick={save}
        >
          {t("rules.save")}
        </Button>
      </Foot>
    </RoomPanel>
  );

  function discard(): void {
    acts.discard(row);
    onDiscarded();
  }
}
