// The arguments as a form, where every one of them is plain. It edits the JSON, which stays the only state.
import type { JsonObject } from "../../../../src-shared/json.ts";
import type { FieldValue } from "../../../../src-shared/kinds/elicitation/document.ts";
import type { FormField } from "../../../../src-shared/kinds/elicitation/field.ts";
import { fieldFault } from "../../../../src-shared/kinds/elicitation/fieldFault.ts";
import { readForm } from "../../../../src-shared/kinds/elicitation/readForm.ts";
import { FormRow } from "../elicitation/FormRow.tsx";
import s from "../elicitation/Elicitation.module.css";

/** The form's fields; null if the schema or an argument is not plain, so that a form would not show everything. */
export function formFields(
  schema: JsonObject | undefined,
  args: JsonObject | null,
): FormField[] | null {
  if (schema === undefined || args === null) return null;
  const { fields, flags } = readForm(schema);
  if (fields.length === 0 || flags.some(({ severity }) => severity === "error")) return null;
  const shapes = new Map(fields.map((field) => [field.name, field.shape]));
  const isShown = ([name, value]: [string, unknown]): boolean => {
    const shape = shapes.get(name);
    if (shape === undefined) return false;
    // A value of the wrong type would be shown as another one.
    const fault = fieldFault(shape, value as FieldValue);
    return fault === null || (fault.kind !== "type" && fault.kind !== "enum");
  };
  return Object.entries(args).every(isShown) ? fields : null;
}

export function ArgumentsForm({
  fields,
  args,
  onArgs,
}: {
  fields: readonly FormField[];
  args: JsonObject;
  /** Undefined: read only. */
  onArgs: ((args: JsonObject) => void) | undefined;
}) {
  return (
    <fieldset className={s.form} disabled={onArgs === undefined}>
      {fields.map((field, index) => {
        const { name, shape, required } = field;
        const value = Object.hasOwn(args, name) ? (args[name] as FieldValue) : undefined;
        const missing = required ? ({ kind: "required" } as const) : undefined;
        const fault = value === undefined ? missing : (fieldFault(shape, value) ?? undefined);
        return (
          <FormRow
            key={name}
            {...{ number: index + 1, field, value, fault, isSecret: false }}
            onValue={(next) => {
              const { [name]: _, ...others } = args;
              onArgs?.(
                next === undefined
                  ? others
                  : name in args
                    ? { ...args, [name]: next }
                    : { ...others, [name]: next },
              );
            }}
          />
        );
      })}
    </fieldset>
  );
}
