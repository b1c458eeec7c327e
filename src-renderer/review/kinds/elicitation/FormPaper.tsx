// The form: the server's message, then the numbered fields.
import type { Ref } from "react";
import { useT } from "../../../i18n/index.ts";
import { LinkButton } from "../../../ui/controls/Button.tsx";
import { Paper } from "../../../ui/text/Paper.tsx";
import { Heading } from "../../blocks/Heading.tsx";
import { valueIn } from "./formEntries.ts";
import { FormRow } from "./FormRow.tsx";
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
  return (
    <>
      <Heading>
        <b>{t("elicitation.message")}</b>
      </Heading>
      <Paper text={message} label={t("elicitation.message")} />
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
            {t("elicitation.reset")}
          </LinkButton>
        )}
      </Heading>
      <fieldset ref={ref} className={s.form} disabled={form.change === undefined}>
        {fields.length === 0 && <p className={s.none}>{t("elicitation.noFields")}</p>}
        {fields.map((field, index) => (
          <FormRow
            key={field.name}
            number={index + 1}
            field={field}
            value={valueIn(content, field.name)}
            isSecret={secrets.has(field.name)}
            fault={touched.has(field.name) ? faults.get(field.name) : undefined}
            onValue={(value) => form.set(field.name, value)}
          />
        ))}
        {form.unchecked && <p className={s.none}>{t("elicitation.unchecked")}</p>}
      </fieldset>
    </>
  );
}
