// How long the content of one server's requests is kept: its own rule, or the one of Settings.
import { keepAll } from "../../src-shared/servers/keepAll.ts";
import { useT } from "../i18n/index.ts";
import { useReach } from "../state/keeping.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { KeepingReach } from "../ui/KeepingReach.tsx";
import { readRetention, retentionDraftOf } from "../ui/retentionDraft.ts";
import type { RetentionDraft, RetentionFaults } from "../ui/retentionDraft.ts";
import { RetentionFields } from "../ui/RetentionFields.tsx";
import { Fact } from "./Fact.tsx";
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
