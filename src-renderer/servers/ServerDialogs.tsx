// The dialogs of the room, joined to main: add, change, paste, import, confirm, remove.
import type { Failure, Outcome } from "../../src-shared/outcome.ts";
import type { ServerInput, ServerView } from "../../src-shared/servers/server.ts";
import { send, sendDecision } from "../state/commands.ts";
import { found, lookForServers, useFound } from "../state/requests/found.ts";
import { useMirror } from "../state/mirror.ts";
import { isOpen } from "../state/select.ts";
import { openServer } from "../state/view.ts";
import { ConfirmStart } from "./ConfirmStart.tsx";
import { confirmQueue } from "./dialogs.ts";
import type { OpenDialog } from "./dialogs.ts";
import { draftOf } from "./serverDraft.ts";
import { PolicyForm } from "./policy/PolicyForm.tsx";
import { RemoveDialog } from "./RemoveDialog.tsx";
import { ServerForm } from "./ServerForm.tsx";
import { ImportDialog, PasteDialog } from "./TakeOver.tsx";
import { wholeOf } from "./panel/stateWords.ts";

export function ServerDialogs({
  servers,
  dialog,
  onDialog,
  onFailure,
}: {
  servers: readonly ServerView[];
  dialog: OpenDialog;
  onDialog: (dialog: OpenDialog) => void;
  onFailure: (failure: Failure | null) => void;
}) {
  const importing = useFound((state) => state.open);
  const config = useFound((state) => state.config);
  const secretStorage = useMirror((state) => state.machine.secretStorage);
  const close = (): void => onDialog({ kind: "none" });
  const takeOver = (inputs: readonly ServerInput[]) =>
    addAll(inputs, (ids) => {
      found.setState({ open: false });
      onDialog({ kind: "confirm", ids });
    });
  const chosen = "id" in dialog ? servers.find(({ id }) => id === dialog.id) : undefined;
  const [asking, ...behind] = confirmQueue(dialog, servers);
  return (
    <>
      {dialog.kind === "add" && (
        <ServerForm
          start={null}
          secretStorage={secretStorage}
          onSave={(input) => takeOver([input])}
          onClose={close}
        />
      )}
      {chosen !== undefined && (
        <ChosenDialog
          key={chosen.id}
          server={chosen}
          dialog={dialog}
          onDialog={onDialog}
          onFailure={onFailure}
          onClose={close}
        />
      )}
      {dialog.kind === "paste" && (
        <PasteDialog
          known={(input) =>
            servers.some((server) => wholeOf(server.endpoint) === wholeOf(input.endpoint))
          }
          onTakeOver={takeOver}
          onClose={close}
        />
      )}
      {importing && (
        <ImportDialog
          config={config}
          onTakeOver={takeOver}
          onClose={() => found.setState({ open: false })}
        />
      )}
      {asking !== undefined && (
        <ConfirmStart
          server={asking}
          waiting={behind.length}
          onStart={(leave, hash) =>
            tell(onFailure, sendDecision(leave, "servers.confirm", asking.id, hash))
          }
          onKeepOff={() => void send("servers.enable", asking.id, false)}
          onClose={close}
        />
      )}
    </>
  );
}

/** Tells why it was not done, or that it was. */
function tell(onFailure: (failure: Failure | null) => void, sent: Promise<Outcome<unknown>>): void {
  void sent.then((result) => onFailure(result.ok ? null : result.failure));
}

/** What is asked about one server of the list: its settings, its policy, whether it goes. */
function ChosenDialog({
  server,
  dialog,
  onDialog,
  onFailure,
  onClose,
}: {
  server: ServerView;
  dialog: OpenDialog;
  onDialog: (dialog: OpenDialog) => void;
  onFailure: (failure: Failure | null) => void;
  onClose: () => void;
}) {
  const secretStorage = useMirror((state) => state.machine.secretStorage);
  const change = async (input: ServerInput) => {
    const result = await send("servers.update", server.id, input);
    if (!result.ok) return result.failure;
    onDialog({ kind: "confirm", ids: [server.id] });
    return null;
  };
  return (
    <>
      {dialog.kind === "edit" && (
        <ServerForm
          start={draftOf(server)}
          secretStorage={secretStorage}
          onSave={change}
          onClose={onClose}
        />
      )}
      {dialog.kind === "policy" && <PolicyDialog server={server} onClose={onClose} />}
      {dialog.kind === "remove" && (
        <RemoveDialog
          server={server}
          onRemove={() => {
            onClose();
            tell(onFailure, send("servers.remove", server.id));
          }}
          onClose={onClose}
        />
      )}
    </>
  );
}

function PolicyDialog({ server, onClose }: { server: ServerView; onClose: () => void }) {
  const waiting = useMirror(
    (state) =>
      Object.values(state.samples).filter(
        (sample) => isOpen(sample) && sample.asker.serverId === server.id,
      ).length,
  );
  return (
    <PolicyForm
      server={server}
      waiting={waiting}
      onSave={async (policy) => {
        const result = await send("servers.policy", server.id, policy);
        if (result.ok) onClose();
        return result.ok ? null : result.failure;
      }}
      onClose={onClose}
    />
  );
}

/** The first that was added is shown. */
async function addAll(
  inputs: readonly ServerInput[],
  confirm: (ids: string[]) => void,
): Promise<Failure | null> {
  const result = await send("servers.add", [...inputs]);
  const { ids, failure } = result.ok ? result.value : { ids: [], failure: result.failure };
  const first = ids[0];
  if (first !== undefined) openServer(first);
  if (failure === null) confirm(ids);
  void lookForServers(true);
  return failure;
}
