// Confirms deletion: what is deleted and what stays; it cannot be undone. Then shows the result.
import { useEffect, useId, useRef, useState } from "react";
import { useT } from "#words/index.ts";
import type { DeletionSummary } from "#shared/ledger/history.ts";
import { send } from "#data/commands.ts";
import { useDeletionPreview } from "#data/retentionPreview.ts";
import { useMirror } from "#data/mirror.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { Button } from "#kit/controls/Button.tsx";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { DoneIcon } from "#kit/controls/icons.ts";
import { DeletionPreview } from "#forms/retention/DeletionPreview.tsx";
import { size } from "#kit/text/time.ts";
import { useAction } from "#kit/hooks/useAction.ts";

export interface PendingDeletion {
  ids: readonly string[];
  mediaOnly: boolean;
}

export function DeleteDialog({
  deleting: { ids, mediaOnly },
  onClose,
  onDeleted,
}: {
  deleting: PendingDeletion;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const t = useT();
  const owed = useMirror(({ retention }) => retention.owedSinceMs !== null);
  const weight = useDeletionPreview(ids, mediaOnly);
  const [busy, setBusy] = useState(false);
  const { failure, tell } = useAction();
  const [deleted, setDeleted] = useState<DeletionSummary | null>(null);
  const out = useRef<HTMLButtonElement>(null);
  const said = useId();
  // The pressed button is no longer there.
  useEffect(() => out.current?.focus(), [deleted]);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    const result = await send("history.delete", [...ids], mediaOnly);
    setBusy(false);
    if (!tell(result)) return;
    setDeleted(result.value);
    onDeleted();
  };
  const count = ids.length;
  const question = {
    title: t(mediaOnly ? "history.deletion.mediaTitle" : "history.deletion.title", { count }),
    intro: t(mediaOnly ? "history.deletion.mediaGoes" : "history.deletion.goes"),
  };
  return (
    <Dialog
      open
      onClose={onClose}
      {...(deleted === null ? question : { title: t("history.deletion.doneTitle") })}
      foot={
        deleted === null ? (
          <>
            <Button onClick={onClose}>{t("common.keep")}</Button>
            <Button level="danger" disabled={busy} onClick={() => void confirm()}>
              {t("history.deletion.confirm", { count })}
            </Button>
          </>
        ) : (
          <Button ref={out} onClick={onClose} aria-describedby={said}>
            {t("common.close")}
          </Button>
        )
      }
    >
      <FailureBar failure={failure} />
      {deleted === null ? (
        <>
          <DeletionPreview reach={weight} nothing={() => t("history.deletion.nothing")} />
          <p>{t("history.deletion.stays")}</p>
        </>
      ) : (
        // Described by the focused button: a live region that appears with its text in it is not announced.
        <div id={said}>
          <Bar
            quiet
            tone="info"
            icon={DoneIcon}
            title={t("history.deletion.done", { count: deleted.items })}
          >
            {t(owed ? "history.deletion.owed" : "history.deletion.freed", {
              size: size(t, deleted.bytes),
            })}{" "}
            {deleted.shared > 0 &&
              t("history.deletion.shared", {
                count: deleted.shared,
                size: size(t, deleted.sharedBytes),
              })}{" "}
            {deleted.open > 0 && t("history.deletion.open", { count: deleted.open })}
          </Bar>
        </div>
      )}
    </Dialog>
  );
}
