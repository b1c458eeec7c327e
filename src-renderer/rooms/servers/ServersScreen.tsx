// The Servers room: table, panel and dialogs, connected to main.
import { useEffect } from "react";
import { fail, ok } from "#shared/outcome.ts";
import type { FoundServer } from "#shared/servers/server.ts";
import { currentLanguage, useT } from "#words/index.ts";
import { useActions } from "#data/actions.ts";
import { useHosts } from "#data/agents.ts";
import { useMirror } from "#data/mirror.ts";
import {
  postponeFoundServers,
  searchForServers,
  unconfiguredServers,
  useFoundServers,
} from "#data/requests/foundServers.ts";
import { openServerDialog, useView, view } from "#data/view.ts";
import type { Action } from "#data/view.ts";
import { PaneEdge } from "#app/panes/PaneEdge.tsx";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { DownloadIcon, PlusIcon } from "#kit/controls/icons.ts";
import { useAction } from "#kit/hooks/useAction.ts";
import { useNarrow } from "#kit/hooks/useNarrow.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { Empty } from "#kit/layout/Empty.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { FileDropTarget } from "#kit/layout/FileDropTarget.tsx";
import { Room, RoomList } from "#kit/layout/Room.tsx";
import { TitleBar } from "#kit/layout/Section.tsx";
import { inOrder } from "./order.ts";
import { ServerDialogs } from "./ServerDialogs.tsx";
import { ServerPanel } from "./panel/ServerPanel.tsx";
import { ServerTable } from "./ServerTable.tsx";
import s from "./Servers.module.css";

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
  const hosts = useHosts();
  const config = useFoundServers((state) => state.config);
  const postponed = useFoundServers((state) => state.postponed);
  const found = postponed ? [] : unconfiguredServers(config);
  useEffect(() => void searchForServers(), []);
  // The same actions for the palette.
  const opens = (kind: "add" | "paste" | "import", label: string): Action => ({
    id: `servers-${kind}`,
    group: "app",
    label,
    run: () => openServerDialog({ kind }),
  });
  useActions("servers", [
    opens("add", t("servers.form.open")),
    opens("paste", t("servers.paste.open")),
    opens("import", t("servers.import.title")),
  ]);
  return (
    <FileDropTarget
      className={s.takes}
      words={t("servers.drop.here")}
      onFiles={(files) => void openDropped(files)}
    >
      <Room alone={selected === undefined}>
        <RoomList>
          <TitleBar title={t("common.servers")}>
            <span className="grow" />
            <Button
              size="m"
              icon={DownloadIcon}
              onClick={() => openServerDialog({ kind: "import" })}
            >
              {t("common.import")}
            </Button>
            <Button size="m" icon={PlusIcon} onClick={() => openServerDialog({ kind: "add" })}>
              {t("servers.form.open")}
            </Button>
          </TitleBar>
          <FailureBar failure={failure} />
          <div className={s.rows}>
            {servers.length > 0 && (
              <ServerTable
                servers={servers}
                selected={selected?.id ?? null}
                narrow={narrow}
                onSelect={(serverId) => view.setState({ serverId })}
              />
            )}
            {servers.every(({ source }) => source === "demo") && (
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
            )}
          </div>
          {found.length > 0 && <FoundBar servers={found} />}
        </RoomList>
        {selected !== undefined && (
          <ServerPanel key={selected.id} server={selected} hosts={hosts} onFailure={fail} />
        )}
        {dialog !== null && <ServerDialogs servers={servers} dialog={dialog} onFailure={fail} />}
        {selected !== undefined && <PaneEdge pane="panel" side="right" />}
      </Room>
    </FileDropTarget>
  );
}

/** Servers found in host configs. They are never imported automatically. */
function FoundBar({ servers }: { servers: readonly FoundServer[] }) {
  const t = useT();
  const programs = [...new Set(servers.map((server) => server.program))];
  const list = new Intl.ListFormat(currentLanguage(), { type: "conjunction" }).format(programs);
  return (
    <div className={s.found}>
      <Bar
        tone="info"
        title={t("servers.found.count", { count: servers.length })}
        quiet
        actions={
          <>
            <LinkButton onClick={() => openServerDialog({ kind: "import" })}>
              {t("servers.found.look")}
            </LinkButton>
            <LinkButton onClick={() => postponeFoundServers()}>{t("common.notNow")}</LinkButton>
          </>
        }
      >
        {t("servers.found.where", { programs: list })}
      </Bar>
    </div>
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
