// The form that a JSON Schema describes: a row for each field, with its name, input, what is expected and what is
// wrong. All in one file, as objects and lists contain fields.
import { useCallback, useId, useRef, useState } from "react";
import type { Ref } from "react";
import { ownValue } from "#shared/forms/field.ts";
import type { Field, Shape } from "#shared/forms/field.ts";
import type { Faults } from "#shared/findings/arguments.ts";
import { isJsonObject } from "#shared/json.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import { useT } from "#words/index.ts";
import { Button, IconButton, LinkButton } from "#kit/controls/Button.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { CloseIcon, PlusIcon, WarnIcon } from "#kit/controls/icons.ts";
import { cx } from "#kit/cx.ts";
import { Quote, Visible } from "#kit/text/Quote.tsx";
import { FaultLine } from "./FaultLine.tsx";
import { expectedWords, faultWords } from "./fieldWords.ts";
import { UnreadableContext, ValueInput } from "./inputs.tsx";
import { emptyOf, isShownBy, newRow, pointer, withField, withOthers } from "./values.ts";
import type { Place } from "./values.ts";
import s from "./Form.module.css";

const NO_SECRETS: ReadonlySet<string> = new Set();

export function SchemaForm({
  ref,
  fields,
  value,
  faults,
  secrets = NO_SECRETS,
  onValue,
  onUnreadable,
}: {
  ref?: Ref<HTMLFieldSetElement>;
  fields: readonly Field[];
  value: JsonObject;
  /** Those to be shown, by place. */
  faults: Faults;
  /** Names of fields that ask for a secret. */
  secrets?: ReadonlySet<string>;
  /** Undefined: read only. */
  onValue: ((value: JsonObject) => void) | undefined;
  /** Told whether a field holds text that is not a value; there is none without fields of JSON. */
  onUnreadable?: (unreadable: boolean) => void;
}) {
  const bad = useRef(new Set<string>());
  const tell = useRef(onUnreadable);
  tell.current = onUnreadable;
  const report = useCallback((id: string, on: boolean): void => {
    if (on) bad.current.add(id);
    else bad.current.delete(id);
    tell.current?.(bad.current.size > 0);
  }, []);
  return (
    <UnreadableContext value={report}>
      <fieldset ref={ref} className={s.form} disabled={onValue === undefined}>
        <Rows
          fields={fields}
          value={value}
          place={[]}
          faults={faults}
          secrets={secrets}
          onValue={(next) => onValue?.(next)}
        />
      </fieldset>
    </UnreadableContext>
  );
}

/** The fields of the form, numbered, or of an object within it. */
function Rows({
  fields,
  value,
  place,
  faults,
  secrets,
  onValue,
}: {
  fields: readonly Field[];
  value: JsonObject;
  place: Place;
  faults: Faults;
  secrets: ReadonlySet<string>;
  onValue: (value: JsonObject) => void;
}) {
  const all = withOthers(fields, value);
  const names = all.map(({ name }) => name);
  return all.map((field, index) => (
    <Row
      key={field.name}
      number={place.length === 0 ? index + 1 : null}
      field={field}
      value={ownValue(value, field.name)}
      place={[...place, field.name]}
      faults={faults}
      isSecret={secrets.has(field.name)}
      onValue={(next) => onValue(withField(value, field.name, next, names))}
    />
  ));
}

const JSON_SHAPE: Shape = { kind: "json" };

/**
 * How a value is shown: by the shape, or as JSON if the shape's input would show another value. What is typed into an
 * input never changes the input.
 */
function useShown<V extends Json | undefined>(shape: Shape, value: V, onValue: (value: V) => void) {
  const [typed, setTyped] = useState<{ value: V; asJson: boolean } | null>(null);
  const isTyped = typed !== null && Object.is(typed.value, value);
  const asJson = isTyped ? typed.asJson : !isShownBy(shape, value);
  return {
    shape: asJson ? JSON_SHAPE : shape,
    set: (next: V): void => {
      setTyped({ value: next, asJson });
      onValue(next);
    },
  };
}

/** True for `Rollout percent` and `rollout_percent`; then only one of them is shown. */
const readsSame = (title: string, name: string): boolean => asLetters(title) === asLetters(name);
const asLetters = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]/gu, "");

function Row({
  number,
  field,
  value,
  place,
  faults,
  isSecret,
  onValue,
}: {
  number: number | null;
  field: Field;
  value: Json | undefined;
  place: Place;
  faults: Faults;
  isSecret: boolean;
  onValue: (value: Json | undefined) => void;
}) {
  const t = useT();
  const id = useId();
  const { name, title, required } = field;
  const { shape, set } = useShown(field.shape, value, onValue);
  const fault = faults.get(pointer(place));
  const isNested = shape.kind === "group" || shape.kind === "list";
  // Several inputs are labelled as a group.
  const isGroup = isNested || shape.kind === "choices";
  const Label = isGroup ? "span" : "label";
  const expected = expectedWords(t, isSecret ? {} : field, shape, value);
  return (
    <div className={cx(s.row, fault !== undefined && s.wrongRow, isSecret && s.secretRow)}>
      {number !== null && (
        <span className={s.number} aria-hidden="true">
          {number}
        </span>
      )}
      <Label id={`${id}-label`} className={s.name} {...(isGroup ? {} : { htmlFor: id })}>
        <Visible text={title ?? name} />
        {required && (
          <span className={s.star} title={t("common.required")}>
            {" *"}
            <span className="sr">{t("common.required")}</span>
          </span>
        )}
        {title !== undefined && !readsSame(title, name) && (
          <span className={s.key}>
            <Visible text={name} />
          </span>
        )}
      </Label>
      <div className={s.control}>
        {isNested ? (
          <Nested
            shape={shape}
            name={name}
            value={value}
            required={required}
            place={place}
            faults={faults}
            labelledBy={`${id}-label`}
            describedBy={`${id}-below`}
            onValue={set}
          />
        ) : (
          <ValueInput
            shape={shape}
            value={value}
            required={required}
            isSecret={isSecret}
            hasPreset={field.preset !== undefined}
            labelledBy={`${id}-label`}
            wiring={{
              id,
              "aria-describedby": `${id}-below`,
              ...(fault === undefined ? {} : { "aria-invalid": true as const }),
            }}
            onValue={set}
          />
        )}
        {expected !== "" && <span className={s.expected}>{expected}</span>}
        <div id={`${id}-below`} className={s.below}>
          {fault !== undefined && <FaultLine text={faultWords(t, fault, shape)} />}
          {isSecret && (
            <p className={s.secret}>
              <Icon of={WarnIcon} />
              <span>
                <b>{t("elicitation.secret.title")}</b> {t("elicitation.secret.text")}
              </span>
            </p>
          )}
          <Hints
            field={field}
            shape={shape}
            value={value}
            isSecret={isSecret}
            onEmpty={() => set("")}
          />
        </div>
      </div>
    </div>
  );
}

/** The author's description and pattern, and what a text's input does not show. */
function Hints({
  field: { description, required, presetUnfit },
  shape,
  value,
  isSecret,
  onEmpty,
}: {
  field: Field;
  shape: Shape;
  value: Json | undefined;
  isSecret: boolean;
  onEmpty: () => void;
}) {
  const t = useT();
  const isText = shape.kind === "text";
  const length = isText && typeof value === "string" ? value.length : null;
  const pattern = isText ? shape.pattern : undefined;
  return (
    <>
      {description !== undefined && (
        <p className={s.description}>
          <Visible text={description} limit={2000} />
        </p>
      )}
      {pattern !== undefined && (
        <p>
          {t("form.pattern")} <Quote>{pattern}</Quote>
        </p>
      )}
      {presetUnfit === true && <p>{t("form.presetUnfit")}</p>}
      {length !== null && length > 100 && !isSecret && (
        <p>{t("common.characters", { count: length })}</p>
      )}
      {length === 0 && <p>{t("form.empty")}</p>}
      {isText && required && value === undefined && !isSecret && (
        <p>
          <LinkButton onClick={onEmpty}>{t("form.sendEmpty")}</LinkButton>
        </p>
      )}
    </>
  );
}

/** An object or a list; an optional one is only sent after it was added. */
function Nested({
  shape,
  name,
  value,
  required,
  place,
  faults,
  labelledBy,
  describedBy,
  onValue,
}: {
  shape: Extract<Shape, { kind: "group" | "list" }>;
  name: string;
  value: Json | undefined;
  required: boolean;
  place: Place;
  faults: Faults;
  labelledBy: string;
  describedBy: string;
  onValue: (value: Json | undefined) => void;
}) {
  const t = useT();
  if (value === undefined)
    return (
      <LinkButton
        onClick={() => onValue(emptyOf(shape))}
        aria-label={t("form.add", { name })}
        data-field=""
      >
        {t("form.notSentAdd")}
      </LinkButton>
    );
  return (
    <>
      <div
        className={s.nested}
        role="group"
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
      >
        <Inner
          shape={shape}
          name={name}
          value={value}
          place={place}
          faults={faults}
          onValue={onValue}
        />
      </div>
      {!required && (
        <LinkButton onClick={() => onValue(undefined)}>{t("form.leaveOut")}</LinkButton>
      )}
    </>
  );
}

function Inner({
  shape,
  name,
  value,
  place,
  faults,
  onValue,
}: {
  shape: Extract<Shape, { kind: "group" | "list" }>;
  name: string;
  value: Json;
  place: Place;
  faults: Faults;
  onValue: (value: Json) => void;
}) {
  const t = useT();
  if (shape.kind === "group")
    return (
      <Rows
        fields={shape.fields}
        value={isJsonObject(value) ? value : {}}
        place={place}
        faults={faults}
        secrets={NO_SECRETS}
        onValue={onValue}
      />
    );
  const items = Array.isArray(value) ? value : [];
  return (
    <>
      {items.map((item, index) => {
        const label = t("form.row", { name, number: index + 1 });
        return (
          <div key={index} className={s.listRow}>
            <ListItem
              shape={shape.item}
              label={label}
              value={item}
              place={[...place, index]}
              faults={faults}
              onValue={(next) => onValue(items.with(index, next))}
            />
            <IconButton
              icon={CloseIcon}
              label={`${t("common.remove")}: ${label}`}
              onClick={() => onValue(items.toSpliced(index, 1))}
            />
          </div>
        );
      })}
      <Button
        size="s"
        level="plain"
        icon={PlusIcon}
        disabled={shape.maxItems !== undefined && items.length >= shape.maxItems}
        onClick={() => onValue([...items, newRow(shape.item)])}
      >
        {t("form.addRow", { name })}
      </Button>
    </>
  );
}

/** An item of a list: an object's fields, or a single input. */
function ListItem({
  shape: item,
  label,
  value,
  place,
  faults,
  onValue,
}: {
  shape: Shape;
  label: string;
  value: Json;
  place: Place;
  faults: Faults;
  onValue: (value: Json) => void;
}) {
  const t = useT();
  const { shape, set } = useShown(item, value, onValue);
  const fault = faults.get(pointer(place));
  return (
    <div className="grow">
      {shape.kind === "group" ? (
        <div className={s.nested} role="group" aria-label={label}>
          <Inner
            shape={shape}
            name={label}
            value={value}
            place={place}
            faults={faults}
            onValue={set}
          />
        </div>
      ) : (
        <ValueInput
          shape={shape}
          value={value}
          required
          wiring={{
            "aria-label": label,
            ...(fault === undefined ? {} : { "aria-invalid": true as const }),
          }}
          // A list has no gaps: an empty input is an empty value.
          onValue={(next) => set(next ?? newRow(item))}
        />
      )}
      {fault !== undefined && <FaultLine text={faultWords(t, fault, shape)} />}
    </div>
  );
}
