// Confirms removing a server: what is deleted with it, and which retention rule then applies to its content if it had
// its own.
import type { Retention } from "#shared/servers/policy/retention.ts";
import type { ServerView } from "#shared/servers/server.ts";
import { useT } from "#words/index.ts";
import { useRetentionPreview } from "#data/retentionPreview.ts";
import { useMirror } from "#data/mirror.ts";
import { ConfirmDialog } from "#kit/layout/Dialog.tsx";
import { DeletionPreview } from "#forms/retention/DeletionPreview.tsx";
import { retentionWords } from "./panel/retentionWords.ts";

export function RemoveDialog({
  server,
  onRemove,
  onClose,
}: {
  server: ServerView;
  onRemove: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const own = server.policy.retention;
  const usual = useMirror((state) => state.settings.retention);
  const falls = own !== null && !isSame(own, usual);
  const reach = useRetentionPreview(server.id, falls ? usual : null);
  return (
    <ConfirmDialog
      open
      danger
      title={t("servers.removing.title", { name: server.name })}
      body={t("servers.removing.body")}
      confirm={t("common.remove")}
      onConfirm={onRemove}
      onCancel={onClose}
    >
      {falls ? (
        <>
          <p>
            {t("servers.removing.falls", {
              own: retentionWords(t, own),
              usual: retentionWords(t, usual),
            })}
          </p>
          <DeletionPreview reach={reach} />
        </>
      ) : undefined}
    </ConfirmDialog>
  );
}

const isSame = (a: Retention, b: Retention): boolean =>
  a.days === b.days && a.megabytes === b.megabytes && a.textOnly === b.textOnly;
