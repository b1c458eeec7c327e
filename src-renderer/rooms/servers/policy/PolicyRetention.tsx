// Retention for one server: its own rule, or that of Settings.
import { useStore } from "@tanstack/react-form";
import { keepEverything } from "#shared/servers/policy/keepAll.ts";
import { useT } from "#words/index.ts";
import { useRetentionPreview } from "#data/retentionPreview.ts";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { DeletionPreview } from "#forms/retention/DeletionPreview.tsx";
import { retentionForm, retentionFormValues } from "#forms/retention/retentionForm.ts";
import { RetentionFields } from "#forms/retention/RetentionFields.tsx";
import type { Form } from "#kit/form/form.tsx";
import { Fact } from "../panel/Fact.tsx";
import type { PolicyFormSchema } from "./policyForm.ts";
import s from "./Policy.module.css";

export function PolicyRetention({
  serverId,
  form,
}: {
  serverId: string;
  form: Form<PolicyFormSchema>;
}) {
  const t = useT();
  const typed = useStore(form.store, ({ values }) => values.retention);
  const retention = retentionForm(t).nullable().safeParse(typed).data ?? null;
  const reach = useRetentionPreview(serverId, retention);
  return (
    <Fact label={t("retention.label")}>
      <Checkbox
        checked={typed !== null}
        hint={t("retention.ownHint")}
        onChange={(own) =>
          form.setFieldValue("retention", own ? retentionFormValues(keepEverything) : null)
        }
      >
        {t("retention.own")}
      </Checkbox>
      {typed !== null && (
        <>
          <RetentionFields
            renderField={(name, parts) => (
              <form.AppField key={name} name={`retention.${name}`}>
                {parts}
              </form.AppField>
            )}
          />
          {retention !== null && <DeletionPreview reach={reach} />}
          <p className={s.hint}>{t("retention.intro")}</p>
        </>
      )}
    </Fact>
  );
}
