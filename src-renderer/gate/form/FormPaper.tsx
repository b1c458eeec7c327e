// The form: the server's message, then the numbered fields.
import type { Ref } from "react";
import { pointer } from "#forms/schema/values.ts";
import { SchemaForm } from "#forms/schema/SchemaForm.tsx";
import type { FormContent } from "#shared/kinds/elicitation/document.ts";
import { useT } from "#words/index.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { Paper } from "#kit/text/Paper.tsx";
import { Heading } from "#request/document/Heading.tsx";
import type { Form } from "./useForm.ts";
import s from "./Elicitation.module.css";

export function FormPaper({
  ref,
  message,
  form,
}: {
  ref: Ref<HTMLFieldSetElement>;
  message: string;
  form: Form;
}) {
  const t = useT();
  const { fields, faults, touched, content, secrets } = form;
  const shown = new Map(
    [...faults].flatMap(([name, fault]) => (touched.has(name) ? [[pointer([name]), fault]] : [])),
  );
  return (
    <>
      <Heading>
        <b>{t("common.message")}</b>
      </Heading>
      <Paper text={message} label={t("common.message")} />
      <Heading>
        <b>{t("elicitation.fields")}</b>
        <span>
          {fields.length > 0 &&
            t("elicitation.fieldCount", {
              count: fields.length,
              required: fields.filter(({ required }) => required).length,
            })}
        </span>
        {!form.isInitial && form.change !== undefined && (
          <LinkButton className={s.reset} onClick={form.reset}>
            {t("common.resetToDefaults")}
          </LinkButton>
        )}
      </Heading>
      {fields.length === 0 && <p className={s.none}>{t("elicitation.noFields")}</p>}
      <SchemaForm
        ref={ref}
        fields={fields}
        value={content}
        faults={shown}
        secrets={secrets}
        onValue={form.change && ((next) => form.change?.(next as FormContent))}
      />
      {form.unchecked && <p className={s.none}>{t("elicitation.unchecked")}</p>}
    </>
  );
}
