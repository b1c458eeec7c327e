// Forms: what is typed, and what is wrong with it, by field. A form's schema takes what is typed, says faults in the person's
// words, and makes what main gets of it; it looks when the form is sent.
import { createFormHook, createFormHookContexts, useStore } from "@tanstack/react-form";
import type { ComponentProps, ReactNode } from "react";
import type { z } from "zod";
import { Checkbox } from "../controls/Checkbox.tsx";
import { Field, Input, NumberInput } from "../controls/Field.tsx";

// The library tells developer tools in the window all that is typed, secrets too, and lets them send a form: nobody is told.
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

/** Why what was sent could not be used, as the schema says it. */
function useFault(): ReactNode {
  const [issue] = useFieldContext().state.meta.errors as { message: string }[];
  return issue?.message;
}

type Bare<P> = Omit<P, "value" | "text" | "onText" | "onValue">;

function TextField({ label, aside, hint, ...rest }: Words & Bare<ComponentProps<typeof Input>>) {
  const { state, handleChange } = useFieldContext<string | null>();
  return (
    <Field {...{ label, aside, hint }} fault={useFault()}>
      {(wiring) => <Input {...rest} {...wiring} value={state.value ?? ""} onValue={handleChange} />}
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
    <Field {...{ label, aside, hint }} fault={useFault()}>
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

const parts = { TextField, NumberField, Tick };
/** For fields that several forms have: places one of them in the form, by its name there. */
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
 * @param schema takes what is typed, and makes what is sent
 * @param start what stands there before anything is typed
 */
export function useTyped<S extends z.ZodType<unknown, object>>(
  schema: S,
  start: z.input<S>,
  onSend: (made: z.output<S>) => void | Promise<void>,
) {
  const form = useAppForm({
    defaultValues: start,
    validators: { onSubmit: ({ formApi }) => formApi.parseValuesWithSchema(schema) },
    // A fault may come from several fields: what is typed anywhere takes back what was said.
    listeners: { onChange: ({ formApi }) => formApi.setErrorMap({ onSubmit: { fields: {} } }) },
    onSubmit: ({ value }) => onSend(schema.parse(value)),
  });
  const typed = useStore(form.store, ({ values }) => values);
  return { form, typed, read: schema.safeParse(typed), send: () => void form.handleSubmit() };
}

export type Form<S extends z.ZodType<unknown, object>> = ReturnType<typeof useTyped<S>>["form"];
