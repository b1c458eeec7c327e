// The fields of retention, for one server or for all.
import { useT } from "#words/index.ts";
import type { RenderField } from "#kit/form/form.tsx";
import { Hint } from "#kit/text/Text.tsx";
import type { RetentionFormValues } from "./retentionForm.ts";
import s from "./RetentionFields.module.css";

export function RetentionFields({
  renderField,
}: {
  renderField: RenderField<keyof RetentionFormValues>;
}) {
  const t = useT();
  return (
    <>
      <div className={s.numbers}>
        {(["days", "megabytes"] as const).map((name) =>
          renderField(name, ({ NumberField }) => (
            <NumberField label={t(`retention.${name}`)} hint={t(`retention.${name}Hint`)} />
          )),
        )}
      </div>
      {renderField("textOnly", ({ Tick }) => (
        <Tick>{t("retention.textOnly")}</Tick>
      ))}
      <Hint below>{t("retention.questions")}</Hint>
    </>
  );
}
