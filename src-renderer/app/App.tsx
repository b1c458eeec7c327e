// The app shell around the open screen. Rooms other than the inbox are loaded when the window is idle or when they
// are first opened: only the inbox delays the start.
import { useEffect, useMemo, useState } from "react";
import type { ComponentType } from "react";
import { FirstRunScreen, useStart } from "./firstRun/FirstRunScreen.tsx";
import { BatchPane } from "#rooms/inbox/batch/BatchPane.tsx";
import { SessionPane } from "#rooms/inbox/batch/SessionPane.tsx";
import { Pane } from "./panes/Pane.tsx";
import { PaneEdge } from "./panes/PaneEdge.tsx";
import { InboxScreen } from "#rooms/inbox/InboxScreen.tsx";
import { NoticeLine } from "./notices/NoticeLine.tsx";
import { ReviewScreen } from "#gate/ReviewScreen.tsx";
import { Preparing } from "./Preparing.tsx";
import { Shell } from "./Shell.tsx";
import { useMultiSelection } from "#data/requests/multiSelection.ts";
import { useMirror } from "#data/mirror.ts";
import { useView } from "#data/view.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { Screen } from "#data/view.ts";
import { LoadingBars } from "#kit/layout/LoadingBars.tsx";
import s from "./App.module.css";

/** A server's traffic replaces the server list. */
type Place = Screen | "traffic";
type Away = Exclude<Place, "inbox">;
const load: Record<Away, () => Promise<ComponentType>> = {
  agents: async () => (await import("#rooms/agents/AgentsScreen.tsx")).AgentsScreen,
  workbench: async () => (await import("#rooms/workbench/WorkbenchScreen.tsx")).WorkbenchScreen,
  servers: async () => (await import("#rooms/servers/ServersScreen.tsx")).ServersScreen,
  traffic: async () => (await import("#rooms/traffic/TrafficScreen.tsx")).TrafficScreen,
  history: async () => (await import("#rooms/history/HistoryScreen.tsx")).HistoryScreen,
  rules: async () => (await import("#rooms/rules/RulesScreen.tsx")).RulesScreen,
  settings: async () => (await import("#rooms/settings/SettingsScreen.tsx")).SettingsScreen,
};

/** The loaded rooms. Not `React.lazy`: it shows a fallback even for a module that is already loaded. */
function useRooms(current: Place): Partial<Record<Away, ComponentType>> {
  const [rooms, setRooms] = useState<Partial<Record<Away, ComponentType>>>({});
  useEffect(() => {
    const bring = async (room: Away): Promise<void> => {
      const screen = await load[room]();
      // A loaded room is never replaced: another component in its place would lose its input.
      setRooms((before) => (before[room] === undefined ? { ...before, [room]: screen } : before));
    };
    if (current !== "inbox") void bring(current);
    const idle = requestIdleCallback(
      () =>
        void Promise.all([
          bring("agents"),
          bring("workbench"),
          bring("servers"),
          bring("history"),
          bring("rules"),
          bring("settings"),
        ]),
    );
    return () => cancelIdleCallback(idle);
  }, [current]);
  return rooms;
}

export function App() {
  const preparing = useMirror((state) => state.preparing);
  if (preparing !== null) return <Preparing preparing={preparing} />;
  return (
    <Pane of={null}>
      <Shell>
        <Room />
        <Pane of={null}>
          <AlwaysRoom />
        </Pane>
      </Shell>
    </Pane>
  );
}

/** The "Create rule" dialog, wherever the request is shown. */
function AlwaysRoom() {
  const open = useView((state) => state.newRuleFrom !== null);
  const [Always, setAlways] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (open)
      void import("#rooms/rules/CreateRule.tsx").then((module) =>
        setAlways(() => module.CreateRule),
      );
  }, [open]);
  return open && Always !== null ? <Always /> : null;
}

function Room() {
  const ready = useMirror((state) => state.ready);
  const screen = useView(({ screen: at, traffic }): Place =>
    at === "servers" && traffic !== null ? "traffic" : at,
  );
  const rooms = useRooms(screen);
  if (!ready) return <LoadingBars />;
  if (screen === "inbox") return <Desk />;
  const Away = rooms[screen];
  return (
    <div className={s.away}>
      {Away === undefined ? (
        <LoadingBars />
      ) : (
        <Pane of={screen}>
          <Away />
        </Pane>
      )}
      <NoticeLine />
    </div>
  );
}

/** The list and the selected request; before the first request, the start page. */
function Desk() {
  const start = useStart();
  const requestId = useView((state) => state.requestId);
  return (
    <div className={s.desk}>
      <Pane of={null}>
        <InboxScreen onOpen={enterReview} />
      </Pane>
      <div className={s.beside}>
        <Pane of={requestId}>
          <Beside start={start} />
        </Pane>
        <NoticeLine />
      </div>
      <PaneEdge pane="list" side="left" />
    </div>
  );
}

const NONE: Readonly<Record<string, HeldRequest>> = {};

/** What is shown next to the list: several selected requests, or one. */
function Beside({ start }: { start: boolean }) {
  const ids = useMultiSelection();
  const requests = useMirror((state) => (ids.size > 1 ? state.requests : NONE));
  const marked = useMemo(() => [...ids].flatMap((id) => requests[id] ?? []), [ids, requests]);
  const session = useView((state) => state.session);
  if (marked.length > 1) return <BatchPane requests={marked} />;
  if (session !== null)
    return <SessionPane key={session.key} of={session.key} reads={session.reads} />;
  return start ? <FirstRunScreen /> : <ReviewScreen />;
}

/** Moves the focus into the review, to the document, from where Tab leads on. */
function enterReview(): void {
  document.querySelector<HTMLElement>('[data-review] [data-leave="paper"]')?.focus();
}
