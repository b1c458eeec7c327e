// Forms with a Zod schema, which validates input on submit, has the error messages, and transforms input to what main
// gets.
import { createFormHook, createFormHookContexts, evaluate, useStore } from "@tanstack/react-form";
import type { ComponentProps, ReactNode } from "react";
import type { z } from "zod";
import { Checkbox } from "../controls/Checkbox.tsx";
import { Field, Input, NumberInput, TextArea } from "../controls/Field.tsx";

// TanStack Form sends all input, secrets included, to devtools via a global event target, which could also submit
// forms. Replace the target by one that does nothing.
Object.assign(globalThis, {
  __TANSTACK_EVENT_TARGET__: {
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    dispatchEvent: () => false,
  },
});

const { fieldContext, formContext, useFieldContext } = createFormHookContexts();

interface Words {
  label: ReactNode;
  aside?: ReactNode;
  hint?: ReactNode;
}

/** The error message of a field, from the schema. */
export function faultOf({ meta }: { meta: { errors: readonly unknown[] } }): string | undefined {
  const [issue] = meta.errors as readonly { message: string }[];
  return issue?.message;
}

const useFault = (): ReactNode => faultOf(useFieldContext().state);

type Bare<P> = Omit<P, "value" | "text" | "onText" | "onValue">;

function TextField({ label, aside, hint, ...rest }: Words & Bare<ComponentProps<typeof Input>>) {
  const { state, handleChange } = useFieldContext<string | null>();
  return (
    <Field label={label} aside={aside} hint={hint} fault={useFault()}>
      {(wiring) => <Input {...rest} {...wiring} value={state.value ?? ""} onValue={handleChange} />}
    </Field>
  );
}

function TextAreaField({
  label,
  aside,
  hint,
  ...rest
}: Words & Bare<ComponentProps<typeof TextArea>>) {
  const { state, handleChange } = useFieldContext<string>();
  return (
    <Field label={label} aside={aside} hint={hint} fault={useFault()}>
      {(wiring) => <TextArea {...rest} {...wiring} value={state.value} onValue={handleChange} />}
    </Field>
  );
}

function NumberField({
  label,
  aside,
  hint,
  ...rest
}: Words & Bare<ComponentProps<typeof NumberInput>>) {
  const { state, handleChange } = useFieldContext<string>();
  return (
    <Field label={label} aside={aside} hint={hint} fault={useFault()}>
      {(wiring) => (
        <NumberInput
          {...rest}
          {...wiring}
          text={state.value}
          onText={(text) => handleChange(text)}
        />
      )}
    </Field>
  );
}

function Tick({ children, hint }: { children: ReactNode; hint?: ReactNode }) {
  const { state, handleChange } = useFieldContext<boolean>();
  return (
    <Checkbox checked={state.value} onChange={handleChange} hint={hint}>
      {children}
    </Checkbox>
  );
}

const parts = { TextField, TextAreaField, NumberField, Tick };
/** For field groups shared by several forms: renders a field by its name in the form. */
export type RenderField<N extends string> = (
  name: N,
  field: (field: typeof parts) => ReactNode,
) => ReactNode;

const { useAppForm } = createFormHook({
  fieldContext,
  formContext,
  fieldComponents: parts,
  formComponents: {},
});

/**
 * @param schema validates the input and transforms it to what is sent
 * @param start initial input
 */
export function useFormValues<S extends z.ZodType<unknown, object>>(
  schema: S,
  start: z.input<S>,
  onSend: (made: z.output<S>) => void | Promise<void>,
) {
  const form = useAppForm({
    defaultValues: start,
    validators: { onSubmit: ({ formApi }) => formApi.parseValuesWithSchema(schema) },
    // An error may be about several fields, so any edit clears all errors.
    listeners: { onChange: ({ formApi }) => formApi.setErrorMap({ onSubmit: { fields: {} } }) },
    onSubmit: ({ value }) => onSend(schema.parse(value)),
  });
  const typed = useStore(form.store, ({ values }) => values);
  const isSending = useStore(form.store, ({ isSubmitting }) => isSubmitting);
  const send = (): void => {
    if (!form.state.isSubmitting) void form.handleSubmit();
  };
  return { form, typed, read: schema.safeParse(typed), isSending, send };
}

/** Whether two inputs are equal in every field. */
export const sameValues: <V extends object>(one: V, other: V) => boolean = evaluate;

export type Form<S extends z.ZodType<unknown, object>> = ReturnType<
  typeof useFormValues<S>
>["form"];
