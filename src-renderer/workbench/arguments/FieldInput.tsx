// One argument: name, type, input, description or fault. All in one file, as objects and lists contain fields
// recursively.
import type { Json, JsonObject } from "../../../src-shared/json.ts";
import { useT } from "../../i18n/index.ts";
import { LinkButton } from "../../ui/controls/Button.tsx";
import { Checkbox } from "../../ui/controls/Checkbox.tsx";
import { Field } from "../../ui/controls/Field.tsx";
import { Quote, Visible } from "../../ui/text/Quote.tsx";
import { AddFieldRow, Hint } from "./FieldHint.tsx";
import { faultWords, typeWords } from "./fieldWords.ts";
import { ListRows } from "./ListRows.tsx";
import type { FormField, Shape } from "./schema.ts";
import { ShapeInput } from "./ShapeInput.tsx";
import type { Faults } from "../../../src-shared/inspect/arguments.ts";
import { emptyOf, ownField, newRow, pointer, withField } from "./values.ts";
import type { Place } from "./values.ts";
import { FaultLine } from "./FaultLine.tsx";
import s from "./Form.module.css";

interface Props {
  field: FormField;
  value: Json | undefined;
  place: Place;
  faults: Faults;
  onValue: (value: Json | undefined) => void;
}

/** Fields of the arguments, or of a nested object. */
export function FieldList({
  fields,
  value,
  place,
  faults,
  onValue,
}: {
  fields: readonly FormField[];
  value: Json | undefined;
  place: Place;
  faults: Faults;
  onValue: (value: JsonObject) => void;
}) {
  const object: JsonObject =
    typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  return (
    <div className={s.fields}>
      {fields.map((field) => (
        <div key={field.name} className={isShort(field.shape) ? s.cell : s.wide}>
          <FieldInput
            field={field}
            value={ownField(object, field.name)}
            place={[...place, field.name]}
            faults={faults}
            onValue={(next) => onValue(withField(object, field.name, next))}
          />
        </div>
      ))}
    </div>
  );
}

/** Short fields are placed in pairs. */
const isShort = ({ kind }: Shape): boolean =>
  kind === "number" || kind === "choice" || kind === "boolean";

function FieldInput(props: Props) {
  const { field, value } = props;
  if (field.shape.kind === "group" || field.shape.kind === "list") return <Nested {...props} />;
  // A box shows a default and its opposite; only a select can show that nothing was chosen.
  if (field.shape.kind === "boolean" && field.preset !== undefined && value !== undefined)
    return <Tick {...props} />;
  return <Simple {...props} />;
}

function Simple({ field, value, place, faults, onValue }: Props) {
  const t = useT();
  const fault = faults.get(pointer(place));
  const canBeEmpty = field.shape.kind === "string" && field.required && value === undefined;
  return (
    <Field
      wire
      label={<Visible text={field.name} />}
      aside={typeWords(t, field, value)}
      fault={fault === undefined ? undefined : faultWords(t, fault)}
      hint={
        <Hint field={field} value={value}>
          {canBeEmpty && (
            <LinkButton onClick={() => onValue("")}>{t("workbench.form.sendEmpty")}</LinkButton>
          )}
        </Hint>
      }
    >
      {(wiring) => (
        <ShapeInput
          shape={field.shape}
          value={value}
          required={field.required}
          wiring={wiring}
          onValue={onValue}
        />
      )}
    </Field>
  );
}

function Tick({ field, value, place, faults, onValue }: Props) {
  const t = useT();
  const fault = faults.get(pointer(place));
  return (
    <div>
      <Checkbox
        checked={value === true}
        onChange={onValue}
        hint={fault === undefined ? <Hint field={field} value={undefined} /> : faultWords(t, fault)}
      >
        <span className="wire">
          <Visible text={field.name} />
        </span>{" "}
        <span className="xs ink3">{typeWords(t, field, value)}</span>
      </Checkbox>
    </div>
  );
}

/** An object or a list in its own box; an optional one is only sent after it was added. */
function Nested({ field, value, place, faults, onValue }: Props) {
  const t = useT();
  const { shape, name, required, description } = field;
  const fault = faults.get(pointer(place));
  if (shape.kind !== "group" && shape.kind !== "list") return null;
  if (value === undefined)
    return <AddFieldRow field={field} onAdd={() => onValue(emptyOf(shape) ?? null)} />;
  return (
    <fieldset className={s.nested}>
      <legend className={s.legendLine}>
        <span className="wire">
          <Visible text={name} />
        </span>
        <span className="ink3">{typeWords(t, field, value)}</span>
        {!required && (
          <LinkButton onClick={() => onValue(undefined)}>{t("workbench.form.leaveOut")}</LinkButton>
        )}
      </legend>
      {description !== undefined && (
        <p className={s.hint}>
          <Quote bare cut>
            {description}
          </Quote>
        </p>
      )}
      {fault !== undefined && <FaultLine text={faultWords(t, fault)} />}
      {shape.kind === "group" ? (
        <FieldList
          fields={shape.fields}
          value={value}
          place={place}
          faults={faults}
          onValue={onValue}
        />
      ) : (
        <ListRows
          name={name}
          rows={Array.isArray(value) ? value : []}
          most={shape.maxItems}
          fresh={() => newRow(shape.item)}
          faultAt={(index) => faults.get(pointer([...place, index]))}
          renderRow={(row, index, label, onRow) => (
            <RowInput
              label={label}
              shape={shape.item}
              value={row}
              place={[...place, index]}
              faults={faults}
              onValue={onRow}
            />
          )}
          onRows={onValue}
        />
      )}
    </fieldset>
  );
}

/** One row of a list: an object's fields, or a single input. */
function RowInput({
  label,
  shape,
  value,
  place,
  faults,
  onValue,
}: {
  label: string;
  shape: Shape;
  value: Json;
  place: Place;
  faults: Faults;
  onValue: (value: Json) => void;
}) {
  if (shape.kind !== "group") {
    return (
      <ShapeInput
        shape={shape}
        value={value}
        required
        wiring={{ "aria-label": label }}
        onValue={(next) => onValue(next ?? newRow(shape))}
      />
    );
  }
  return (
    <div className={s.nested} role="group" aria-label={label}>
      <FieldList
        fields={shape.fields}
        value={value}
        place={place}
        faults={faults}
        onValue={onValue}
      />
    </div>
  );
}
