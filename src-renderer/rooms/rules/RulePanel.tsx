// The selected rule: its form, its dry run, its buttons.
import { KEYS } from "#shared/shortcuts.ts";
import { useEffect, useMemo, useRef, useState } from "react";
import type { RefObject } from "react";
import type { Known } from "#shared/filter/complete.ts";
import type { RulesView } from "#shared/ipc/rules.ts";
import type { Failure } from "#shared/outcome.ts";
import type { Shadow } from "#shared/policy/rules/shadow.ts";
import { useT } from "#words/index.ts";
import { openRule } from "#data/view.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { RemoveIcon } from "#kit/controls/icons.ts";
import { TitleBar } from "#kit/layout/Section.tsx";
import { shadowWords } from "#request/ruleWords.ts";
import { dayTime } from "#kit/text/time.ts";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { useNow } from "#kit/hooks/useNow.ts";
import { DryRunSection } from "./DryRunSection.tsx";
import { RuleConflictBar } from "./RuleConflictBar.tsx";
import { RuleForm } from "./form/RuleForm.tsx";
import { readRule, formValuesOf } from "./form/ruleDraft.ts";
import type { Faults, RuleFormValues } from "./form/ruleDraft.ts";
import type { RuleRow } from "./rows.ts";
import { Foot, RoomPanel } from "#kit/layout/Room.tsx";
import s from "./Rules.module.css";

export interface RulePanelProps {
  row: RuleRow;
  used: RulesView["used"][string] | undefined;
  shadow: Shadow | undefined;
  /** The file is invalid: nothing can be saved. */
  locked: boolean;
  known: () => Known;
  failure: Failure | null;
  conflict: "changed" | "removed" | null;
  nameRef: RefObject<HTMLInputElement | null>;
  onTyped: (typed: RuleFormValues) => void;
  onSave: () => void;
  onDiscard: () => void;
  onRemove: () => void;
  onCloseFailure: () => void;
  onKeep: () => void;
  /** Saving was attempted: all faults are shown. */
  shown: boolean;
}

export function RulePanel(props: RulePanelProps) {
  const t = useT();
  const { row, used, locked, shown } = props;
  const typed = useMemo(
    () => row.draft?.typed ?? (row.rule === null ? null : formValuesOf(row.rule)),
    [row],
  );
  const nowMs = useNow();
  const form = useRef<HTMLDivElement>(null);
  const [scrolled] = useState(row.key);
  useEffect(() => {
    if (scrolled !== row.key) form.current?.scrollTo(0, 0);
  }, [scrolled, row.key]);
  if (typed === null) return null;
  const faults = shown ? faultsOf(typed, nowMs) : {};
  const dirty = row.draft !== undefined;
  return (
    <RoomPanel
      label={t("common.ruleName", { name: typed.name === "" ? t("rules.unnamed") : typed.name })}
    >
      <Head row={row} used={used} typed={typed} locked={locked} onTyped={props.onTyped} />
      {props.failure !== null && (
        <FailureBar
          failure={props.failure}
          actions={<LinkButton onClick={props.onCloseFailure}>{t("common.close")}</LinkButton>}
        />
      )}
      {props.conflict !== null && (
        <RuleConflictBar conflict={props.conflict} onKeep={props.onKeep} onTake={props.onDiscard} />
      )}
      {props.shadow !== undefined && <ShadowBar shadow={props.shadow} />}
      {locked && dirty && <Bar tone="warn" title={t("rules.broken.noSave")} quiet />}
      <div
        ref={form}
        className={s.form}
        role="region"
        aria-label={t("rules.formLabel")}
        // A disabled form must still be scrollable by keyboard.
        tabIndex={locked && !dirty ? 0 : undefined}
      >
        <fieldset className={s.fields} disabled={locked && !dirty}>
          <RuleForm
            typed={typed}
            faults={faults}
            known={props.known}
            nameRef={props.nameRef}
            onTyped={(part) => props.onTyped({ ...typed, ...part })}
          />
        </fieldset>
        <DryRunSection row={row} typed={typed} locked={locked} />
      </div>
      <Foot>
        {row.rule !== null && (
          <Button level="plain" icon={RemoveIcon} disabled={locked} onClick={props.onRemove}>
            {t("common.remove")}
          </Button>
        )}
        <span className="grow" />
        <Button disabled={!dirty} onClick={props.onDiscard}>
          {t("rules.discard")}
        </Button>
        <Button
          level="primary"
          keys={KEYS.saveRule}
          disabled={!dirty || locked || props.conflict !== null}
          onClick={props.onSave}
        >
          {t("rules.save")}
        </Button>
      </Foot>
    </RoomPanel>
  );
}

/** The rule never decides: which rule precedes it and why, with a link to that rule. */
function ShadowBar({ shadow }: { shadow: Shadow }) {
  const t = useT();
  return (
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
  );
}

function faultsOf(typed: RuleFormValues, nowMs: number): Faults {
  const read = readRule("new", typed, nowMs);
  return read.ok ? {} : read.faults;
}

function Head({
  row,
  used,
  typed,
  locked,
  onTyped,
}: Pick<RulePanelProps, "row" | "used" | "locked" | "onTyped"> & { typed: RuleFormValues }) {
  const t = useT();
  const title =
    row.number === null ? t("rules.newTitle") : t("rules.number", { number: row.number });
  return (
    <TitleBar title={title}>
      <span className={s.lead}>
        {used !== undefined &&
          used.count > 0 &&
          t("rules.used.last", { time: dayTime(used.lastAtMs) })}
      </span>
      <span className="grow" />
      <Checkbox checked={typed.on} disabled={locked} onChange={(on) => onTyped({ ...typed, on })}>
        {t("rules.on")}
      </Checkbox>
    </TitleBar>
  );
}
