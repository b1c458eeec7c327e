// One field: number, name, input, what is expected and what is wrong.
import { useId } from "react";
import type { Fault } from "../../../../src-shared/inspect/arguments.ts";
import type { FieldValue } from "../../../../src-shared/kinds/elicitation/document.ts";
import type { FormField } from "../../../../src-shared/kinds/elicitation/field.ts";
import { useT } from "../../../i18n/index.ts";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/controls/Icon.tsx";
import { AttentionIcon, WarnIcon } from "../../../ui/controls/icons.ts";
import { Quote, Visible } from "../../../ui/text/Quote.tsx";
import { FieldControl } from "./FieldControl.tsx";
import { expectedWords, faultWords, isGroup } from "./fieldWords.ts";
import s from "./Elicitation.module.css";

/** True for `Rollout percent` and `rollout_percent`; then only one of them is shown. */
const readsSame = (title: string, name: string): boolean => asLetters(title) === asLetters(name);
const asLetters = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]/gu, "");

export function FormRow({
  number,
  field,
  value,
  isSecret,
  fault,
  onValue,
}: {
  number: number;
  field: FormField;
  value: FieldValue | undefined;
  isSecret: boolean;
  fault: Fault | undefined;
  onValue: (value: FieldValue | undefined) => void;
}) {
  const t = useT();
  const id = useId();
  const below = `${id}-below`;
  const { name, title, description, required, shape } = field;
  const pattern = shape.kind === "text" ? shape.pattern : undefined;
  const Label = isGroup(field) ? "span" : "label";
  return (
    <div className={cx(s.row, fault !== undefined && s.wrongRow, isSecret && s.secretRow)}>
      <span className={s.number} aria-hidden="true">
        {number}
      </span>
      <Label id={`${id}-label`} className={s.name} {...(isGroup(field) ? {} : { htmlFor: id })}>
        <Visible text={title ?? name} />
        {required && (
          <span className={s.star} title={t("elicitation.required")}>
            {" *"}
            <span className="sr">{t("elicitation.required")}</span>
          </span>
        )}
        {title !== undefined && !readsSame(title, name) && (
          <span className={s.key}>
            <Visible text={name} />
          </span>
        )}
      </Label>
      <div className={s.control}>
        <FieldControl
          {...{ field, value, isSecret, onValue }}
          wiring={{
            id,
            labelledBy: `${id}-label`,
            describedBy: below,
            invalid: fault !== undefined,
          }}
        />
        <span className={s.expected}>{expectedWords(t, field, value)}</span>
        <div id={below} className={s.below}>
          {fault !== undefined && (
            <p className={s.fault} role="alert">
              <Icon of={AttentionIcon} /> {faultWords(t, fault)}
            </p>
          )}
          {isSecret && (
            <p className={s.secret}>
              <Icon of={WarnIcon} />
              <span>
                <b>{t("elicitation.secret.title")}</b> {t("elicitation.secret.text")}
              </span>
            </p>
          )}
          {description !== undefined && (
            <p className={s.description}>
              <Visible text={description} limit={2000} />
            </p>
          )}
          {pattern !== undefined && (
            <p>
              {t("elicitation.pattern")} <Quote>{pattern}</Quote>
            </p>
          )}
        </div>
      </div>
    </div>
  );
}
