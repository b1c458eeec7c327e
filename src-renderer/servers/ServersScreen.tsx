// The room of the servers: joins the table, the panel and the dialogs to what main holds.
import { useEffect, useMemo, useState } from "react";
import type { Failure } from "../../src-shared/outcome.ts";
import type { Result } from "../../src-shared/ipc/contract.ts";
import type { ServerView } from "../../src-shared/servers/server.ts";
import { useActions } from "../state/actions.ts";
import type { Action } from "../state/actions.ts";
import { loadLines, send } from "../state/commands.ts";
import { found, lookForServers, newServers, useFound } from "../state/requests/found.ts";
import { useMirror } from "../state/mirror.ts";
import { useView, view } from "../state/view.ts";
import { useT } from "../i18n/index.ts";
import { Bar } from "../ui/layout/Bar.tsx";
import { Button, LinkButton } from "../ui/controls/Button.tsx";
import { Empty } from "../ui/layout/Empty.tsx";
import { FailureBar } from "../components/requests/FailureBar.tsx";
import { CopyIcon, DownloadIcon, PlusIcon } from "../ui/controls/icons.ts";
import { TitleBar } from "../ui/layout/Section.tsx";
import { useNarrow } from "../ui/hooks/useNarrow.ts";
import { inOrder, waitingIds } from "./dialogs.ts";
import type { OpenDialog } from "./dialogs.ts";
import { FoundBar } from "./FoundBar.tsx";
import { inputOf } from "./serverDraft.ts";
import { ServerDialogs } from "./ServerDialogs.tsx";
import { ServerPanel } from "./panel/ServerPanel.tsx";
import { ServerTable } from "./ServerTable.tsx";
import { Room, RoomList } from "../ui/layout/Room.tsx";
import s from "./Servers.module.css";

export function ServersScreen() {
  const servers = inOrder(useMirror((state) => state.servers));
  const chosen = useView((state) => state.serverId);
  const selected = servers.find((server) => server.id === chosen) ?? servers[0];
  const lines = useMirror((state) =>
    selected === undefined ? undefined : state.lines[selected.id],
  );
  const [dialog, setDialog] = useState<OpenDialog>({ kind: "none" });
  const [failure, setFailure] = useState<Failure | null>(null);
  const narrow = useNarrow();
  useEffect(() => void lookForServers(), []);
  const selectedId = selected?.id;
  useEffect(() => {
    if (selectedId !== undefined) void loadLines(selectedId);
  }, [selectedId]);

  useServerActions(setDialog);

  const tell = (result: Result<"servers.connect">): void =>
    setFailure(result.ok ? null : result.failure);
  return (
    <Room alone={selected === undefined}>
      <RoomList>
        <Head onOpen={setDialog} />
        {failure !== null && <FailureBar failure={failure} />}
        <Waiting servers={servers} onLook={(ids) => setDialog({ kind: "confirm", ids })} />
        <div className={s.rows}>
          {servers.length > 0 && (
            <ServerTable
              servers={servers}
              selected={selected?.id ?? null}
              narrow={narrow}
              onSelect={(serverId) => view.setState({ serverId })}
            />
          )}
          {servers.every(({ source }) => source === "demo") && <NoServers />}
        </div>
        <Found />
      </RoomList>
      {selected !== undefined && (
        <ServerPanel
          key={selected.id}
          server={selected}
          lines={lines}
          signIn={{
            onSignIn: (client) => void send("servers.signIn", selected.id, client).then(tell),
            onCancel: () => void send("servers.cancelSignIn", selected.id).then(tell),
            onSignOut: async () => {
              const done = await send("servers.signOut", selected.id);
              setFailure(done.ok ? null : done.failure);
              return done.ok ? done.value : null;
            },
          }}
          onConnect={() => void send("servers.connect", selected.id).then(tell)}
          onConfirm={() => setDialog({ kind: "confirm", ids: [selected.id] })}
          onEnable={(on) => void enable(selected, on).then(tell)}
          onEdit={() => setDialog({ kind: "edit", id: selected.id })}
          onRemove={() => setDialog({ kind: "remove", id: selected.id })}
          onPolicy={() => setDialog({ kind: "policy", id: selected.id })}
          onControl={(control) =>
            void send("servers.policy", selected.id, { ...selected.policy, control }).then(tell)
          }
          onEra={(era) =>
            void send("servers.update", selected.id, { ...inputOf(selected), era }).then(tell)
          }
          onWorkbench={() => view.setState({ screen: "workbench", item: firstItem(selected) })}
        />
      )}
      <ServerDialogs
        servers={servers}
        dialog={dialog}
        onDialog={setDialog}
        onFailure={setFailure}
      />
    </Room>
  );
  function enable(server: ServerView, on: boolean): Promise<Result<"servers.enable">> {
    if (on && server.endpoint.kind === "stdio") setDialog({ kind: "confirm", ids: [server.id] });
    return send("servers.enable", server.id, on);
  }
}

/** The same ways in for the palette. */
function useServerActions(onOpen: (dialog: OpenDialog) => void): void {
  const t = useT();
  const actions = useMemo(
    (): Action[] => [
      {
        id: "add-server",
        group: "app",
        label: t("servers.form.open"),
        run: () => onOpen({ kind: "add" }),
      },
      {
        id: "paste-config",
        group: "app",
        label: t("servers.paste.open"),
        run: () => onOpen({ kind: "paste" }),
      },
      {
        id: "import-servers",
        group: "app",
        label: t("servers.import.title"),
        run: () => found.setState({ open: true }),
      },
    ],
    [t, onOpen],
  );
  useActions("servers", actions);
}

function firstItem(server: ServerView) {
  const tool = server.tools[0];
  return tool === undefined
    ? null
    : { serverId: server.id, kind: "tool" as const, name: tool.name };
}

function Head({ onOpen }: { onOpen: (dialog: OpenDialog) => void }) {
  const t = useT();
  return (
    <TitleBar title={t("servers.title")}>
      <span className="grow" />
      <Button size="m" icon={DownloadIcon} onClick={() => found.setState({ open: true })}>
        {t("servers.import.open")}
      </Button>
      <Button size="m" icon={CopyIcon} onClick={() => onOpen({ kind: "paste" })}>
        {t("servers.paste.open")}
      </Button>
      <Button size="m" level="primary" icon={PlusIcon} onClick={() => onOpen({ kind: "add" })}>
        {t("servers.form.open")}
      </Button>
    </TitleBar>
  );
}

/** Commands that wait for the person's word, as after a start with `--config` or an import. */
function Waiting({
  servers,
  onLook,
}: {
  servers: readonly ServerView[];
  onLook: (ids: string[]) => void;
}) {
  const t = useT();
  const ids = waitingIds(servers);
  if (ids.length === 0) return null;
  return (
    <Bar
      tone="warn"
      title={t("servers.waiting", { count: ids.length })}
      actions={<LinkButton onClick={() => onLook(ids)}>{t("servers.look")}</LinkButton>}
    >
      {t("servers.bar.nothingStarts")}
    </Bar>
  );
}

function Found() {
  const config = useFound((state) => state.config);
  const putOff = useFound((state) => state.putOff);
  const fresh = newServers(config);
  if (putOff || fresh.length === 0) return null;
  return (
    <FoundBar
      servers={fresh}
      onLook={() => found.setState({ open: true })}
      onPutOff={() => found.setState({ putOff: true })}
    />
  );
}

function NoServers() {
  const t = useT();
  return <Empty title={t("servers.empty.title")}>{t("servers.empty.text")}</Empty>;
}
