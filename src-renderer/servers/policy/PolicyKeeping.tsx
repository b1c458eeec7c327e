// How long the content of one server's requests is kept: its own rule, or the one of Settings.
import { keepAll } from "../../../src-shared/servers/policy/keepAll.ts";
import { useT } from "../../i18n/index.ts";
import { useReach } from "../../state/keeping.ts";
import { Checkbox } from "../../ui/controls/Checkbox.tsx";
import { KeepingReach } from "../../components/record/KeepingReach.tsx";
import { readRetention, retentionDraftOf } from "../../components/record/retentionDraft.ts";
import type { RetentionDraft, RetentionFaults } from "../../components/record/retentionDraft.ts";
import { RetentionFields } from "../../components/record/RetentionFields.tsx";
import { Fact } from "../panel/Fact.tsx";
import s from "./Policy.module.css";

export function PolicyKeeping({
  serverId,
  draft,
  faults,
  onDraft,
}: {
  serverId: string;
  draft: RetentionDraft | null;
  faults: RetentionFaults;
  onDraft: (draft: RetentionDraft | null) => void;
}) {
  const t = useT();
  const read = draft === null ? null : readRetention(draft);
  const reach = useReach(serverId, read?.ok === true ? read.retention : null);
  return (
    <Fact label={t("retention.label")}>
      <Checkbox
        checked={draft !== null}
        hint={t("retention.ownHint")}
        onChange={(own) => onDraft(own ? retentionDraftOf(keepAll) : null)}
      >
        {t("retention.own")}
      </Checkbox>
      {draft !== null && (
        <>
          <RetentionFields draft={draft} faults={faults} onDraft={onDraft} />
          {read?.ok === true && <KeepingReach reach={reach} />}
          <p className={s.hint}>{t("retention.intro")}</p>
        </>
      )}
    </Fact>
  );
}
