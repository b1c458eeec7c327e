import { useId, useMemo, useState } from "react";
import { isUnfinished, readUnfinished } from "#shared/filter/typed.ts";
import type { Known } from "#shared/filter/complete.ts";
import type { RuleGate } from "#shared/rules/rule.ts";
import { useT } from "#words/index.ts";
import { FilterFaults } from "#request/filter/FilterFaults.tsx";
import { FilterField } from "#request/filter/FilterField.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { FilterIcon } from "#kit/controls/icons.ts";
import { Stack } from "#kit/layout/Stack.tsx";
import { Hint, Label } from "#kit/text/Text.tsx";
import s from "./Form.module.css";

/** Longer expressions are also shown in full below the field. */
const LONG_CHARACTERS = 32;

const GATES: readonly RuleGate[] = ["request", "response"];

/** The rule's filter, with the same completion and faults as the history's search. */
export function WhenField({
  text,
  gates,
  faulty,
  known,
  onText,
}: {
  text: string;
  /** Where the rule applies: a filter can only use what is known there. */
  gates: readonly RuleGate[];
  /** Saving was attempted: faults in unfinished input are shown as well. */
  faulty: boolean;
  known: () => Known;
  onText: (text: string) => void;
}) {
  const t = useT();
  const id = useId();
  const [left, setLeft] = useState(true);
  const at = gates.join(" ");
  const all = useMemo(
    () =>
      readUnfinished(
        text,
        GATES.filter((gate) => at.includes(gate)),
      ).faults,
    [text, at],
  );
  const faults = left || faulty ? all : all.filter((fault) => !isUnfinished(fault, text));
  return (
    <Stack gap={4}>
      <Label as="span">{t("rules.form.when")}</Label>
      <FilterField
        className={s.filter}
        icon={<Icon of={FilterIcon} />}
        text={text}
        onText={(next) => {
          setLeft(false);
          onText(next);
        }}
        faults={faults}
        faultsId={`${id}-faults`}
        label={t("rules.form.when")}
        placeholder={t("rules.everything")}
        known={known}
        hotkey={false}
        keeps
        onLeave={() => setLeft(true)}
      />
      {text.length > LONG_CHARACTERS && <p className={s.wholeWhen}>{text}</p>}
      <div className={s.when2}>
        <FilterFaults id={`${id}-faults`} text={text} faults={faults} onFix={onText} />
      </div>
      <Hint>
        {t("rules.form.whenHint")}
        {usesTools(text) && gates.includes("response") && ` ${t("rules.form.usesAtGate2")}`}
      </Hint>
    </Stack>
  );
}

const usesTools = (text: string): boolean => /(?:^|[\s(（-])uses\s*[:：]/iu.test(text);
