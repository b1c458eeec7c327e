// Retention of ended requests' content, for servers without a rule of their own.
import type { Retention } from "#shared/servers/policy/retention.ts";
import { useT } from "#words/index.ts";
import { useRetentionPreview } from "#data/retentionPreview.ts";
import { useMirror } from "#data/mirror.ts";
import { Button } from "#kit/controls/Button.tsx";
import { DeletionPreview } from "#forms/retention/DeletionPreview.tsx";
import { retentionForm, retentionFormValues } from "#forms/retention/retentionForm.ts";
import { RetentionFields } from "#forms/retention/RetentionFields.tsx";
import { SubmitForm } from "#kit/controls/SubmitForm.tsx";
import { useFormValues } from "#kit/form/form.tsx";
import { RetentionState } from "./RetentionState.tsx";
import { Hint } from "#kit/text/Text.tsx";
import { FormActions } from "#kit/layout/Room.tsx";

export function RetentionSettings({
  retention,
  onChange,
}: {
  retention: Retention;
  onChange: (retention: Retention) => void;
}) {
  const t = useT();
  const { form, read, send } = useFormValues(
    retentionForm(t),
    retentionFormValues(retention),
    onChange,
  );
  const stands = JSON.stringify(read.data) === JSON.stringify(retention);
  // Refreshed after each retention run.
  const applied = useMirror((state) => state.retention.last?.atMs);
  const reach = useRetentionPreview(null, read.data ?? null, applied);
  return (
    <SubmitForm label={t("common.save")} onSubmit={send}>
      <Hint below>{t("retention.intro")}</Hint>
      <RetentionFields
        renderField={(name, parts) => (
          <form.AppField key={name} name={name}>
            {parts}
          </form.AppField>
        )}
      />
      {read.success && <DeletionPreview reach={reach} />}
      {stands ? (
        <RetentionState />
      ) : (
        <FormActions>
          <Button size="m" onClick={send}>
            {t("common.save")}
          </Button>
        </FormActions>
      )}
    </SubmitForm>
  );
}
