// The fields of how long content is kept: for one server, or for all.
import { useT } from "../../i18n/index.ts";
import { Checkbox } from "../../ui/controls/Checkbox.tsx";
import { Field, NumberInput } from "../../ui/controls/Field.tsx";
import { RETENTION_MAX } from "./retentionDraft.ts";
import type { RetentionDraft, RetentionFaults } from "./retentionDraft.ts";
import s from "./RetentionFields.module.css";

export function RetentionFields({
  draft,
  faults,
  onDraft,
}: {
  draft: RetentionDraft;
  faults: RetentionFaults;
  onDraft: (draft: RetentionDraft) => void;
}) {
  const t = useT();
  return (
    <>
      <div className={s.numbers}>
        {(["days", "megabytes"] as const).map((name) => (
          <Field
            key={name}
            label={t(`retention.${name}`)}
            hint={t(`retention.${name}Hint`)}
            fault={
              faults[name] === true ? t("retention.whole", { max: RETENTION_MAX[name] }) : undefined
            }
          >
            {(wiring) => (
              <NumberInput
                {...wiring}
                text={draft[name]}
                onText={(text) => onDraft({ ...draft, [name]: text })}
              />
            )}
          </Field>
        ))}
      </div>
      <Checkbox checked={draft.textOnly} onChange={(textOnly) => onDraft({ ...draft, textOnly })}>
        {t("retention.textOnly")}
      </Checkbox>
      <p className={s.questions}>{t("retention.questions")}</p>
    </>
  );
}
