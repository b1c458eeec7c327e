// How long the content of ended requests is kept, where their server has no rule of its own.
import { useState } from "react";
import type { Retention } from "../../../src-shared/servers/policy/retention.ts";
import { useT } from "../../i18n/index.ts";
import { useReach } from "../../state/keeping.ts";
import { useMirror } from "../../state/mirror.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { KeepingReach } from "../../components/record/KeepingReach.tsx";
import { readRetention, retentionDraftOf } from "../../components/record/retentionDraft.ts";
import type { RetentionFaults } from "../../components/record/retentionDraft.ts";
import { RetentionFields } from "../../components/record/RetentionFields.tsx";
import { SubmitForm } from "../../ui/controls/SubmitForm.tsx";
import { KeepingState } from "./KeepingState.tsx";
import s from "../Settings.module.css";

export function Keeping({
  retention,
  onChange,
}: {
  retention: Retention;
  onChange: (retention: Retention) => void;
}) {
  const t = useT();
  const [draft, setDraft] = useState(() => retentionDraftOf(retention));
  const [faults, setFaults] = useState<RetentionFaults>({});
  const read = readRetention(draft);
  const stands = read.ok && JSON.stringify(read.retention) === JSON.stringify(retention);
  // What happens meanwhile is looked at anew with each round.
  const applied = useMirror((state) => state.keeping.last?.atMs);
  const reach = useReach(null, read.ok ? read.retention : null, applied);
  const save = (): void => {
    if (read.ok) onChange(read.retention);
    else setFaults(read.faults);
  };
  return (
    <SubmitForm label={t("retention.save")} onSubmit={save}>
      <p className={s.hint}>{t("retention.intro")}</p>
      <RetentionFields
        draft={draft}
        faults={faults}
        onDraft={(next) => {
          setDraft(next);
          setFaults({});
        }}
      />
      {read.ok && <KeepingReach reach={reach} />}
      {stands ? (
        <KeepingState />
      ) : (
        <p className={s.keep}>
          <Button size="m" onClick={save}>
            {t("retention.save")}
          </Button>
        </p>
      )}
    </SubmitForm>
  );
}
