// The room's dialogs, connected to main: add, edit, paste, import, review, remove.
import type { Result } from "#shared/contract/contract.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Retention } from "#shared/servers/policy/retention.ts";
import type { ServerView } from "#shared/servers/server.ts";
import type { ServerInput } from "#shared/servers/config/input.ts";
import { KEYS } from "#shared/shortcuts.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { reviewServers } from "#data/approval.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { notify } from "#data/notice.ts";
import { searchForServers, useFoundServers } from "#data/requests/foundServers.ts";
import { useRetentionPreview } from "#data/retentionPreview.ts";
import { openServerDialog, view } from "#data/view.ts";
import type { ServerDialog } from "#data/view.ts";
import { DeletionPreview } from "#forms/retention/DeletionPreview.tsx";
import { ConfirmDialog } from "#kit/overlays/Dialog.tsx";
import { draftOf } from "./serverDraft.ts";
import { PolicyForm } from "./policy/PolicyForm.tsx";
import { GiveModelDialog } from "./GiveModelDialog.tsx";
import { ServerForm } from "./ServerForm.tsx";
import { DroppedDialog, ImportDialog, PasteDialog } from "./AddSeveral.tsx";
import { retentionWords } from "./panel/retentionWords.ts";

const close = (): void => view.setState({ serverDialog: null });

export function ServerDialogs({
  servers,
  dialog,
  onFailure,
}: {
  servers: readonly ServerView[];
  dialog: ServerDialog;
  onFailure: (failure: Failure | null) => void;
}) {
  const t = useT();
  const config = useFoundServers((state) => state.config);
  const secretStorage = useMirror((state) => state.machine.secretStorage);
  switch (dialog.kind) {
    case "add":
      return (
        <ServerForm
          start={null}
          secretStorage={secretStorage}
          onSave={(input) => addAll([input])}
          onClose={close}
        />
      );
    case "paste":
      return <PasteDialog onAdd={addAll} onClose={close} />;
    case "dropped":
      return <DroppedDialog {...dialog} onAdd={addAll} onClose={close} />;
    case "import":
      return (
        <ImportDialog
          config={config}
          onPaste={() => openServerDialog({ kind: "paste" })}
          onAdd={(ids) => reviewAdded(send("servers.addFound", [...ids]))}
          onClose={close}
        />
      );
    case "review":
      // It is reviewed in any room.
      return null;
    default:
  }
  const server = servers.find(({ id }) => id === dialog.id);
  if (server === undefined) return null;
  const { id } = server;
  switch (dialog.kind) {
    case "edit":
      return (
        <ServerForm
          key={id}
          start={draftOf(server)}
          secretStorage={secretStorage}
          onSave={async (input) => {
            const result = await send("servers.update", id, input);
            if (!result.ok) return result.failure;
            openServerDialog({ kind: "review", ids: [id] });
            return null;
          }}
          onClose={close}
        />
      );
    case "give":
      return <GiveModelDialog key={id} server={server} onClose={close} />;
    case "policy":
      return <PolicyForm key={id} server={server} onClose={close} />;
    case "remove":
      return (
        <RemoveDialog
          key={id}
          server={server}
          onRemove={() => {
            close();
            void remove(t, server, onFailure);
          }}
          onClose={close}
        />
      );
  }
}

/** Removes the server and offers undo for a while. */
async function remove(
  t: T,
  { id, name }: ServerView,
  onFailure: (failure: Failure | null) => void,
): Promise<void> {
  const tell = (result: Outcome<null>): void => onFailure(result.ok ? null : result.failure);
  const result = await send("servers.remove", id);
  tell(result);
  if (!result.ok) return;
  notify({
    says: t("servers.removing.done", { name }),
    keysIn: "servers",
    action: {
      label: t("common.undo"),
      keys: KEYS.bringBack,
      run: () => void send("servers.bringBack", id).then(tell),
    },
    onExpire: () => void send("servers.finishRemoving", id).then(tell),
  });
}

const addAll = (inputs: readonly ServerInput[]): Promise<Failure | null> =>
  reviewAdded(send("servers.add", [...inputs]));

/** Starts the review of the added servers. */
async function reviewAdded(adding: Promise<Result<"servers.add">>): Promise<Failure | null> {
  const result = await adding;
  const { ids, failure } = result.ok ? result.value : { ids: [], failure: result.failure };
  if (failure === null) reviewServers(ids);
  else if (ids[0] !== undefined) view.setState({ serverId: ids[0] });
  void searchForServers(true);
  return failure;
}

function RemoveDialog({
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
