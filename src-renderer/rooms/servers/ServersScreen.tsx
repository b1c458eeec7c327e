// The Servers room: table, panel and dialogs, connected to main.
import { useEffect, useMemo, useState } from "react";
import type { GatewayView } from "#shared/gateway/gatewayView.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure } from "#shared/outcome.ts";
import type { Result } from "#shared/ipc/contract.ts";
import type { ServerView } from "#shared/servers/server.ts";
import { useActions } from "#data/actions.ts";
import type { Action } from "#data/actions.ts";
import { loadServerOutput, send } from "#data/commands.ts";
import {
  foundServers,
  searchForServers,
  unconfiguredServers,
  useFoundServers,
} from "#data/requests/foundServers.ts";
import { useMirror } from "#data/mirror.ts";
import { openServerDialog, useView, view } from "#data/view.ts";
import { useT } from "#words/index.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Empty } from "#kit/layout/Empty.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { DownloadIcon, PlusIcon } from "#kit/controls/icons.ts";
import { TitleBar } from "#kit/layout/Section.tsx";
import { FileDropTarget } from "#kit/layout/FileDropTarget.tsx";
import { useNarrow } from "#kit/hooks/useNarrow.ts";
import { inOrder } from "./dialogs.ts";
import { Segmented } from "#kit/controls/Segmented.tsx";
import { ConnectHostDialog } from "./hosts/ConnectHostDialog.tsx";
import { ProgramsPage } from "./programs/ProgramsPage.tsx";
import { HostsPage, useHosts } from "./hosts/HostsPage.tsx";
import { FoundBar } from "./FoundBar.tsx";
import { inputOf } from "./serverDraft.ts";
import { ServerDialogs } from "./ServerDialogs.tsx";
import { ServerPanel } from "./panel/ServerPanel.tsx";
import { ServerTable } from "./ServerTable.tsx";
import { Room, RoomList } from "#kit/layout/Room.tsx";
import { PaneEdge } from "#app/panes/PaneEdge.tsx";
import s from "./Servers.module.css";
import { useAction } from "#kit/hooks/useAction.ts";

/** Larger than any real config. Host configs hold more than servers. */
const CONFIG_MOST_BYTES = 8 * 1024 * 1024;

export function ServersScreen() {
  const t = useT();
  const servers = inOrder(useMirror((state) => state.servers));
  const chosen = useView((state) => state.serverId);
  const selected = servers.find((server) => server.id === chosen) ?? servers[0];
  const dialog = useView((state) => state.serverDialog);
  const { failure, fail } = useAction();
  const narrow = useNarrow();
  const page = useView((state) => state.serversPage);
  const hosts = useHosts();
  const [connecting, setConnecting] = useState(false);
  const programs = useMirror((state) => Object.keys(state.programs).length);
  const [adding, setAdding] = useState(false);
  useEffect(() => void searchForServers(), []);
  useServerActions();
  return (
    <FileDropTarget
      className={s.takes}
      words={t("servers.drop.here")}
      onFiles={(files) => void openDropped(files)}
    >
      <Room alone={selected === undefined || page !== "servers"}>
        <RoomList>
          <Head
            page={page}
            servers={servers.length}
            hosts={hosts.view?.hosts.length ?? null}
            onPick={() => void hosts.pick()}
            onConnect={() => setConnecting(true)}
            programs={programs}
            onAdd={() => setAdding(true)}
          />
          {page === "hosts" && <HostsPage view={hosts.view} failure={hosts.failure} />}
          {page === "programs" && <ProgramsPage adding={adding} onAdded={() => setAdding(false)} />}
          <FailureBar failure={failure} />
          {page === "servers" && (
            <>
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
            </>
          )}
        </RoomList>
        {page === "servers" && selected !== undefined && (
          <Panel server={selected} hosts={hosts.view} onFailure={fail} />
        )}
        {connecting && <ConnectHostDialog onClose={() => setConnecting(false)} />}
        {dialog !== null && <ServerDialogs servers={servers} dialog={dialog} onFailure={fail} />}
        {page === "servers" && selected !== undefined && <PaneEdge pane="panel" side="right" />}
      </Room>
    </FileDropTarget>
  );
}

/** Offers the servers in the first dropped file. Its text is read in the window and not stored. */
async function openDropped([file]: readonly File[]): Promise<void> {
  if (file === undefined) return;
  const unreadable = (detail: string) =>
    fail({ kind: "config-unreadable", file: file.name, detail } as const);
  const read =
    file.size > CONFIG_MOST_BYTES
      ? unreadable(`${file.size} > ${CONFIG_MOST_BYTES} bytes`)
      : await file.text().then(ok, (error: unknown) => unreadable(String(error)));
  openServerDialog({ kind: "dropped", file: file.name, read });
}

/** The panel of the selected server, connected to main. */
function Panel({
  server,
  hosts,
  onFailure,
}: {
  server: ServerView;
  hosts: GatewayView | null;
  onFailure: (failure: Failure | null) => void;
}) {
  const { id } = server;
  const lines = useMirror((state) => state.lines[id]);
  useEffect(() => void loadServerOutput(id), [id]);
  const tell = (result: Result<"servers.connect">): void =>
    onFailure(result.ok ? null : result.failure);
  const enable = (on: boolean): void => {
    if (on && server.endpoint.kind === "stdio") openServerDialog({ kind: "review", ids: [id] });
    void send("servers.enable", id, on).then(tell);
  };
  return (
    <ServerPanel
      key={id}
      server={server}
      lines={lines}
      hosts={hosts}
      signIn={{
        onSignIn: (client) => void send("servers.signIn", id, client).then(tell),
        onAcceptIssuer: (pair) => void send("servers.acceptIssuer", id, pair).then(tell),
        onCancel: () => void send("servers.cancelSignIn", id).then(tell),
        onSignOut: async () => {
          const done = await send("servers.signOut", id);
          onFailure(done.ok ? null : done.failure);
          return done.ok ? done.value : null;
        },
      }}
      onConnect={() => void send("servers.connect", id).then(tell)}
      onEnable={enable}
      onControl={(control) =>
        void send("servers.policy", id, { ...server.policy, control }).then(tell)
      }
      onProtocol={(era) => void send("servers.update", id, { ...inputOf(server), era }).then(tell)}
    />
  );
}

/** The same actions for the palette. */
function useServerActions(): void {
  const t = useT();
  const actions = useMemo((): Action[] => {
    const opens = (kind: "add" | "paste" | "import", label: string): Action => ({
      id: `servers-${kind}`,
      group: "app",
      label,
      run: () => openServerDialog({ kind }),
    });
    return [
      opens("add", t("servers.form.open")),
      opens("paste", t("servers.paste.open")),
      opens("import", t("servers.import.title")),
    ];
  }, [t]);
  useActions("servers", actions);
}

function Head({
  page,
  servers,
  hosts,
  onPick,
  onConnect,
  programs,
  onAdd,
}: {
  page: "servers" | "hosts" | "programs";
  servers: number;
  /** Null while hosts are being searched for. */
  hosts: number | null;
  onPick: () => void;
  onConnect: () => void;
  /** Null until they are known. */
  programs: number;
  onAdd: () => void;
}) {
  const t = useT();
  const tabs = (
    <Segmented
      label={t("hosts.tabs")}
      value={page}
      options={[
        { value: "servers", label: t("hosts.servers", { count: servers }) },
        {
          value: "hosts",
          label: hosts === null ? t("hosts.tabNone") : t("hosts.tab", { count: hosts }),
        },
        {
          value: "programs",
          label: t("programs.tab", { count: programs }),
        },
      ]}
      onChange={(serversPage) => view.setState({ serversPage })}
    />
  );
  if (page === "programs") {
    return (
      <TitleBar title={t("common.servers")}>
        {tabs}
        <span className="grow" />
        <Button size="m" icon={PlusIcon} onClick={onAdd}>
          {t("programs.add")}
        </Button>
      </TitleBar>
    );
  }
  if (page === "hosts") {
    return (
      <TitleBar title={t("common.servers")}>
        {tabs}
        <span className="grow" />
        <Button size="m" onClick={onPick}>
          {t("hosts.addFile")}
        </Button>
        <Button size="m" onClick={onConnect}>
          {t("hosts.connect")}
        </Button>
      </TitleBar>
    );
  }
  return (
    <TitleBar title={t("common.servers")}>
      {tabs}
      <span className="grow" />
      <Button size="m" icon={DownloadIcon} onClick={() => openServerDialog({ kind: "import" })}>
        {t("common.import")}
      </Button>
      <Button size="m" icon={PlusIcon} onClick={() => openServerDialog({ kind: "add" })}>
        {t("servers.form.open")}
      </Button>
    </TitleBar>
  );
}

function Found() {
  const config = useFoundServers((state) => state.config);
  const putOff = useFoundServers((state) => state.postponed);
  const fresh = unconfiguredServers(config);
  if (putOff || fresh.length === 0) return null;
  return (
    <FoundBar
      servers={fresh}
      onLook={() => openServerDialog({ kind: "import" })}
      onPutOff={() => foundServers.setState({ postponed: true })}
    />
  );
}

function NoServers() {
  const t = useT();
  return (
    <Empty
      title={t("common.noServersYet")}
      action={
        <Button level="primary" onClick={() => openServerDialog({ kind: "add" })}>
          {t("servers.form.open")}
        </Button>
      }
    >
      {t("servers.empty.text")}
    </Empty>
  );
}
