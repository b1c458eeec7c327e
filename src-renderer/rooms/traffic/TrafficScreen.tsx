// All messages exchanged with one server: list and message, connected to main.
import { KEYS } from "#shared/shortcuts.ts";
import { useEffect, useMemo, useRef, useState } from "react";
import { isMessage } from "#shared/servers/traffic.ts";
import type { TrafficRow } from "#shared/servers/traffic.ts";
import type { ServerView } from "#shared/servers/server.ts";
import { useT } from "#words/index.ts";
import { useActions } from "#data/actions.ts";
import { needsApproval, reviewedKind, reviewServers } from "#data/approval.ts";
import { openWorkbench, send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { watchTraffic, useTraffic } from "#data/traffic.ts";
import { openServer, useView, view } from "#data/view.ts";
import type { Action, TrafficTarget } from "#data/view.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Empty } from "#kit/layout/Empty.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { LeftIcon } from "#kit/controls/icons.ts";
import { NotEncrypted } from "#request/identity/NotEncrypted.tsx";
import { TitleBar } from "#kit/layout/Section.tsx";
import type { VirtualListHandle } from "#kit/layout/VirtualList.tsx";
import { exchangesOf, indexOf } from "./exchanges.ts";
import { matchingRows, isOff, NO_FILTER } from "./filter.ts";
import { FilterBar } from "./FilterBar.tsx";
import { Message } from "./Message.tsx";
import { TrafficList } from "./TrafficList.tsx";
import { useFound } from "./useFound.ts";
import s from "./Traffic.module.css";

export function TrafficScreen() {
  const target = useView((state) => state.traffic);
  const serverId = target?.serverId;
  const server = useMirror((state) =>
    serverId === undefined ? undefined : state.servers[serverId],
  );
  useEffect(() => (serverId === undefined ? undefined : watchTraffic(serverId)), [serverId]);
  const isRemoved = target !== null && server === undefined;
  useEffect(() => {
    if (isRemoved) view.setState({ traffic: null });
  }, [isRemoved]);
  if (target === null || server === undefined) return null;
  return <Traffic key={server.id} server={server} target={target} />;
}

function Traffic({ server, target }: { server: ServerView; target: TrafficTarget }) {
  const t = useT();
  const { ready, rows, dropped, failure } = useTraffic((state) => state);
  const [filter, setFilter] = useState(NO_FILTER);
  const [selected, setSelected] = useState<number | null>(null);
  const [following, setFollowing] = useState(true);
  const filterRef = useRef<HTMLInputElement>(null);
  const listRef = useRef<VirtualListHandle>(null);
  const exchanges = useMemo(() => exchangesOf(rows), [rows]);
  const found = useFound(server.id, filter.text, rows.at(-1)?.seq ?? 0);
  const shown = useMemo(
    () => matchingRows(rows, filter, exchanges, found.seqs),
    [rows, filter, exchanges, found.seqs],
  );
  const select = (seq: number | null): void => {
    setSelected(seq);
    // Reading a message stops following, so that it does not scroll away.
    if (seq !== null) setFollowing(false);
  };
  useTarget(target, ready, rows, select);
  const jump = (seq: number): void => {
    if (indexOf(shown, seq) === -1) setFilter(NO_FILTER);
    select(seq);
  };
  const row = rows[indexOf(rows, selected)];
  const partner = selected === null ? undefined : exchanges.get(selected);
  useTrafficActions({
    back: () => openServer(server.id),
    filter: () => filterRef.current?.focus(),
    follow: () => setFollowing(true),
    pair: partner === undefined ? null : () => jump(partner.partner),
  });
  return (
    <div className={s.screen}>
      <Head server={server} />
      <FailureBar failure={failure} />
      <FilterBar
        server={server}
        filter={filter}
        filterRef={filterRef}
        shown={shown}
        all={rows.length}
        searching={found.searching}
        following={following}
        onFilter={setFilter}
        onFollow={() => setFollowing(true)}
        onClear={() => {
          setSelected(null);
          void send("servers.trafficClear", server.id);
        }}
        onList={() => listRef.current?.focus()}
      />
      {ready && rows.length === 0 && dropped === 0 ? (
        <Nothing server={server} />
      ) : (
        <div className={s.both}>
          <TrafficList
            rows={shown}
            total={rows.length}
            dropped={dropped}
            exchanges={exchanges}
            selected={selected}
            following={following}
            filtered={!isOff(filter)}
            listRef={listRef}
            onSelect={select}
            onFollowing={setFollowing}
            onUnfilter={() => setFilter(NO_FILTER)}
          />
          <section className={s.message} aria-label={t("common.message")}>
            {row !== undefined && isMessage(row) ? (
              <Message
                serverId={server.id}
                row={row}
                exchange={exchanges.get(row.seq)}
                onJump={jump}
              />
            ) : (
              // None is selected, or the selected one was dropped.
              <p className={s.hint}>
                {t(selected === null ? "traffic.message.none" : "traffic.message.gone")}
              </p>
            )}
          </section>
        </div>
      )}
    </div>
  );
}

/** Selects the row of the request that the user came from, once it is loaded. */
function useTarget(
  { request }: TrafficTarget,
  ready: boolean,
  rows: readonly TrafficRow[],
  select: (seq: number) => void,
): void {
  const done = useRef(false);
  useEffect(() => {
    if (done.current || !ready || request === undefined) return;
    done.current = true;
    let best: { seq: number; apartMs: number } | null = null;
    for (const row of rows) {
      if (row.kind !== "request" || row.direction !== "in" || row.id !== request.id) continue;
      const apartMs = Math.abs(row.atMs - request.atMs);
      if (best === null || apartMs < best.apartMs) best = { seq: row.seq, apartMs };
    }
    if (best !== null) select(best.seq);
  });
}

function Head({ server }: { server: ServerView }) {
  const t = useT();
  return (
    <TitleBar
      title={
        <span className="row">
          <span className="cut" title={server.name}>
            {server.name}
          </span>
          <span className="ink3">{t("traffic.open")}</span>
          <NotEncrypted endpoint={server.endpoint} />
        </span>
      }
    >
      <span className="grow" />
      <Button level="plain" size="m" icon={LeftIcon} onClick={() => openServer(server.id)}>
        {t("common.servers")}
      </Button>
    </TitleBar>
  );
}

function Nothing({ server }: { server: ServerView }) {
  const t = useT();
  const off = server.state.kind === "off" || server.state.kind === "failed";
  const { label, run } = needsApproval(server)
    ? {
        label: t(`servers.review.${reviewedKind(server)}`),
        run: () => reviewServers([server.id]),
      }
    : off
      ? {
          label: t("common.connect"),
          run: () => void send("servers.connect", server.id),
        }
      : { label: t("servers.runTool"), run: () => openWorkbench(server) };
  return (
    <Empty
      title={t("traffic.empty.title")}
      action={
        <Button size="m" onClick={run}>
          {label}
        </Button>
      }
    >
      {t("traffic.empty.text")}
    </Empty>
  );
}

interface Handlers {
  back: () => void;
  filter: () => void;
  follow: () => void;
  pair: (() => void) | null;
}

function useTrafficActions(handlers: Handlers): void {
  const t = useT();
  const now = useRef(handlers);
  now.current = handlers;
  const paired = handlers.pair !== null;
  const actions = useMemo(
    (): Action[] => [
      {
        id: "traffic-back",
        group: "app",
        label: t("common.servers"),
        keys: KEYS.back,
        run: () => now.current.back(),
      },
      {
        id: "traffic-filter",
        group: "app",
        label: t("traffic.filter.text"),
        keys: KEYS.filter,
        run: () => now.current.filter(),
      },
      {
        id: "traffic-follow",
        group: "app",
        label: t("traffic.follow"),
        keys: KEYS.follow,
        run: () => now.current.follow(),
      },
      {
        id: "traffic-pair",
        group: "app",
        label: t("traffic.pair"),
        keys: KEYS.pair,
        disabled: !paired,
        run: () => now.current.pair?.(),
      },
    ],
    [t, paired],
  );
  useActions("traffic", actions);
}
