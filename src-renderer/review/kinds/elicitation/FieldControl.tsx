// The input for a form field, by its type. Label and errors are rendered around it.
import { useState } from "react";
import type { FieldValue } from "../../../../src-shared/kinds/elicitation/document.ts";
import type { Choice, FormField } from "../../../../src-shared/kinds/elicitation/field.ts";
import { useT } from "../../../i18n/index.ts";
import { Checkbox } from "../../../ui/controls/Checkbox.tsx";
import { Input, parseNumber } from "../../../ui/controls/Field.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { Visible } from "../../../ui/text/Quote.tsx";
import s from "./Elicitation.module.css";

interface Wiring {
  id: string;
  labelledBy: string;
  describedBy: string;
  invalid: boolean;
}

interface Props {
  field: FormField;
  value: FieldValue | undefined;
  isSecret: boolean;
  wiring: Wiring;
  onValue: (value: FieldValue | undefined) => void;
}

export function FieldControl(props: Props) {
  const { field, value, wiring, onValue } = props;
  switch (field.shape.kind) {
    case "text":
      return <TextControl {...props} />;
    case "number":
      return <NumberControl {...props} />;
    case "boolean":
      return <YesOrNo {...props} />;
    case "choice":
      return (
        <OneOf
          {...{ wiring, field }}
          choices={field.shape.choices}
          value={value}
          onValue={onValue}
        />
      );
    case "choices":
      return (
        <Several
          wiring={wiring}
          choices={field.shape.choices}
          values={Array.isArray(value) ? value : []}
          onValue={onValue}
        />
      );
  }
}

const inputOf = ({ id, describedBy, invalid }: Wiring) => ({
  id,
  "aria-describedby": describedBy,
  "data-field": "",
  ...(invalid ? { "aria-invalid": true as const } : {}),
});

/** Empty text means that the field is not sent. */
function TextControl({ value, isSecret, wiring, onValue }: Props) {
  const t = useT();
  return (
    <Input
      {...inputOf(wiring)}
      wire
      className={s.text}
      type={isSecret ? "password" : "text"}
      placeholder={isSecret ? t("elicitation.secret.empty") : ""}
      value={typeof value === "string" ? value : ""}
      onValue={(text) => onValue(text === "" ? undefined : text)}
    />
  );
}

/** Text that is not a number stays as typed and is reported by the check. */
function NumberControl({ value, isSecret, wiring, onValue }: Props) {
  const [typed, setTyped] = useState<{ text: string; value: FieldValue | undefined } | null>(null);
  const plain = value === undefined ? "" : String(value);
  return (
    <Input
      {...inputOf(wiring)}
      wire
      inputMode="decimal"
      className={s.numberInput}
      type={isSecret ? "password" : "text"}
      value={typed !== null && typed.value === value ? typed.text : plain}
      onValue={(text) => {
        const next = text.trim() === "" ? undefined : (parseNumber(text) ?? text);
        setTyped({ text, value: next });
        onValue(next);
      }}
    />
  );
}

/** A switch shows a default and its opposite; only a select can show that nothing was chosen. */
function YesOrNo(props: Props) {
  const { field, value, wiring, onValue } = props;
  const t = useT();
  if (field.preset !== undefined && value !== undefined) {
    return (
      <input
        {...inputOf(wiring)}
        className={s.switch}
        type="checkbox"
        checked={value === true}
        onChange={(event) => onValue(event.target.checked)}
      />
    );
  }
  const choices = [
    { value: true, title: t("elicitation.yes") },
    { value: false, title: t("elicitation.no") },
  ];
  return <OneOf {...{ wiring, field, choices, value, onValue }} />;
}

const NONE = "none";

/** Options are selected by index, as a server's choice may be an empty text. */
function OneOf({
  wiring,
  field,
  choices,
  value,
  onValue,
}: {
  wiring: Wiring;
  field: FormField;
  choices: readonly Choice[];
  value: FieldValue | undefined;
  onValue: (value: FieldValue | undefined) => void;
}) {
  const t = useT();
  const at = choices.findIndex((choice) => choice.value === value);
  const isForeign = field.shape.kind === "choice";
  return (
    <span className={s.select} data-choice="">
      <Select
        id={wiring.id}
        aria-describedby={wiring.describedBy}
        {...(wiring.invalid ? { "aria-invalid": true as const } : {})}
        value={at < 0 ? null : String(at)}
        placeholder={t(field.required ? "elicitation.choose" : "elicitation.notSent")}
        options={[
          ...(field.required ? [] : [{ value: NONE, label: t("elicitation.notSent") }]),
          ...choices.map(({ title, value: own }, index) => ({
            value: String(index),
            label: title,
            wire: isForeign,
            ...(isForeign && title !== String(own) ? { hint: String(own) } : {}),
          })),
        ]}
        onChange={(next) => onValue(next === NONE ? undefined : choices[Number(next)]?.value)}
      />
    </span>
  );
}

/** Values in the form's order; with none ticked, the field is not sent. */
function Several({
  wiring,
  choices,
  values,
  onValue,
}: {
  wiring: Wiring;
  choices: readonly Choice<string>[];
  values: readonly string[];
  onValue: (value: string[] | undefined) => void;
}) {
  const change = (value: string, on: boolean): void => {
    const next = choices
      .filter((choice) => (choice.value === value ? on : values.includes(choice.value)))
      .map((choice) => choice.value);
    onValue(next.length === 0 ? undefined : next);
  };
  return (
    <div
      className={s.several}
      role="group"
      aria-labelledby={wiring.labelledBy}
      aria-describedby={wiring.describedBy}
    >
      {choices.map(({ value, title }) => (
        <Checkbox key={value} checked={values.includes(value)} onChange={(on) => change(value, on)}>
          <span className="wire">
            <Visible text={title} />
          </span>
        </Checkbox>
      ))}
    </div>
  );
}
