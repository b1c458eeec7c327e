// The input for a value, by its shape. Label and errors are drawn around it.
import {
  createContext,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { Choice, Shape } from "#shared/forms/field.ts";
import type { Json } from "#shared/json.ts";
import { sameJson } from "#shared/request/document/change.ts";
import { useT } from "#words/index.ts";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { Input, parseNumber, TextArea } from "#kit/controls/Field.tsx";
import { Select } from "#kit/controls/Select.tsx";
import { Visible } from "#kit/text/Quote.tsx";
import { FaultLine } from "./FaultLine.tsx";
import s from "./Form.module.css";

/** What connects an input with its label and what is said about it. */
export interface Wiring {
  id?: string;
  "aria-label"?: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
}

interface InputProps<V extends Json> {
  value: Json | undefined;
  /** If not, an empty input means that nothing is sent. */
  required: boolean;
  wiring: Wiring;
  onValue: (value: V | undefined) => void;
}

export interface ValueInputProps extends InputProps<Json> {
  shape: Shape;
  /** What is typed is hidden. */
  isSecret?: boolean;
  /** The field has a default, so that a switch can show one of two values. */
  hasPreset?: boolean;
  /** The id of the label. */
  labelledBy?: string;
}

export function ValueInput({
  shape,
  isSecret = false,
  hasPreset = false,
  labelledBy,
  ...input
}: ValueInputProps) {
  const t = useT();
  const { value, wiring, onValue } = input;
  switch (shape.kind) {
    case "text":
      return isSecret ? (
        <Input
          {...wiring}
          data-field=""
          wire
          className={s.text}
          type="password"
          placeholder={t("elicitation.secret.empty")}
          value={typeof value === "string" ? value : ""}
          onValue={(text) => onValue(text === "" ? undefined : text)}
        />
      ) : (
        <GrowingText {...input} />
      );
    case "number":
      return <NumberText isSecret={isSecret} {...input} />;
    case "boolean":
      // A switch shows a default and its opposite; only a select can show that nothing was chosen.
      return hasPreset && value !== undefined ? (
        <input
          {...wiring}
          data-field=""
          className={s.switch}
          type="checkbox"
          checked={value === true}
          onChange={(event) => onValue(event.target.checked)}
        />
      ) : (
        <OneOf
          choices={[
            { value: true, title: t("form.yes") },
            { value: false, title: t("form.no") },
          ]}
          isForeign={false}
          {...input}
        />
      );
    case "choice":
      return <OneOf choices={shape.choices} isForeign {...input} />;
    case "choices":
      return <Several choices={shape.choices} labelledBy={labelledBy} {...input} />;
    case "list":
    case "group":
    case "json":
      return <JsonText {...input} />;
  }
}

/** Lines shown before the field scrolls. */
const MOST_LINES = 12;
const LINE_PX = 20;
const AROUND_PX = 10;

/** Text of any length: one line at first, growing with the input. Cleared, it is not sent. */
function GrowingText({ value, required, wiring, onValue }: InputProps<string>) {
  const t = useT();
  const area = useRef<HTMLTextAreaElement>(null);
  const text = typeof value === "string" ? value : "";
  useLayoutEffect(() => {
    const element = area.current;
    if (element === null) return;
    element.style.height = "0";
    const wanted = Math.min(element.scrollHeight + 2, MOST_LINES * LINE_PX + AROUND_PX);
    element.style.height = `${wanted}px`;
  }, [text]);
  return (
    <TextArea
      {...wiring}
      data-field=""
      ref={area}
      wire
      rows={1}
      className={s.text}
      placeholder={required || value !== undefined ? "" : t("form.notSent")}
      value={text}
      onValue={(next) => onValue(next === "" ? undefined : next)}
    />
  );
}

/** A number as typed. Text that is none stays as typed and is the value meanwhile, so that the check reports it. */
function NumberText({
  value,
  required,
  wiring,
  isSecret,
  onValue,
}: InputProps<number | string> & { isSecret: boolean }) {
  const t = useT();
  const [typed, setTyped] = useState<{ text: string; value: Json | undefined } | null>(null);
  const plain = value === undefined ? "" : String(value);
  return (
    <Input
      {...wiring}
      data-field=""
      wire
      inputMode="decimal"
      className={s.numberInput}
      type={isSecret ? "password" : "text"}
      placeholder={required ? "" : t("form.notSent")}
      value={typed !== null && typed.value === value ? typed.text : plain}
      onValue={(text) => {
        const next = text.trim() === "" ? undefined : (parseNumber(text) ?? text);
        setTyped({ text, value: next });
        onValue(next);
      }}
    />
  );
}

const NONE = "none";

/** Options are selected by index, as a choice may be an empty text. */
function OneOf({
  choices,
  isForeign,
  value,
  required,
  wiring,
  onValue,
}: InputProps<Json> & { choices: readonly Choice[]; isForeign: boolean }) {
  const t = useT();
  const at = choices.findIndex((choice) => sameJson(choice.value, value));
  const wordOf = (own: Json): string => (typeof own === "string" ? own : JSON.stringify(own));
  return (
    <span className={s.select}>
      <Select
        {...wiring}
        value={at < 0 ? null : String(at)}
        placeholder={t(required ? "form.choose" : "form.notSent")}
        options={[
          ...(required ? [] : [{ value: NONE, label: t("form.notSent") }]),
          ...choices.map(({ title, value: own }, index) => ({
            value: String(index),
            label: title,
            wire: isForeign,
            ...(isForeign && title !== wordOf(own) ? { hint: wordOf(own) } : {}),
          })),
        ]}
        onChange={(next) => onValue(next === NONE ? undefined : choices[Number(next)]?.value)}
      />
    </span>
  );
}

/** Values in the form's order. With none ticked, an optional field is not sent. */
function Several({
  choices,
  labelledBy,
  value,
  required,
  wiring,
  onValue,
}: InputProps<Json[]> & { choices: readonly Choice[]; labelledBy: string | undefined }) {
  const values = Array.isArray(value) ? value : [];
  const isTicked = ({ value: own }: Choice): boolean => values.some((one) => sameJson(one, own));
  const change = (changed: Choice, on: boolean): void => {
    const next = choices
      .filter((choice) => (choice === changed ? on : isTicked(choice)))
      .map((choice) => choice.value);
    onValue(next.length === 0 && !required ? undefined : next);
  };
  return (
    <div
      className={s.several}
      role="group"
      aria-labelledby={labelledBy}
      aria-describedby={wiring["aria-describedby"]}
    >
      {choices.map((choice, index) => (
        <Checkbox key={index} checked={isTicked(choice)} onChange={(on) => change(choice, on)}>
          <span className="wire">
            <Visible text={choice.title} />
          </span>
        </Checkbox>
      ))}
    </div>
  );
}

/** Called with `(id, true)` while the input `id` holds text that is no value. */
export const UnreadableContext = createContext<(id: string, on: boolean) => void>(() => undefined);

/** Any value as JSON. While its text does not parse, there is no value, and the form is told. */
function JsonText({ value, required, wiring, onValue }: InputProps<Json>) {
  const t = useT();
  const id = useId();
  const report = useContext(UnreadableContext);
  const [typed, setTyped] = useState<{ text: string; value: Json | undefined } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const isUnreadable = fault !== null;
  useEffect(() => {
    if (!isUnreadable) return undefined;
    report(id, true);
    return () => report(id, false);
  }, [id, report, isUnreadable]);
  const plain = value === undefined ? "" : JSON.stringify(value, null, 2);
  const type = (text: string): void => {
    let next: Json | undefined;
    let wrong: string | null = null;
    try {
      next = text.trim() === "" ? undefined : (JSON.parse(text) as Json);
    } catch (error) {
      // Not a value yet: the previous value must not be sent instead.
      wrong = error instanceof Error ? error.message : String(error);
    }
    setFault(wrong);
    setTyped({ text, value: next });
    onValue(next);
  };
  return (
    <div className={s.jsonText}>
      <TextArea
        {...wiring}
        data-field=""
        wire
        rows={3}
        placeholder={required ? "{ }" : t("form.notSent")}
        value={
          typed !== null && (isUnreadable || sameJson(typed.value, value)) ? typed.text : plain
        }
        onValue={type}
      />
      {fault !== null && <FaultLine text={t("form.notJson")} quote={fault} />}
    </div>
  );
}
