// The frame of the window around the screen that is open. Rooms other than the inbox are loaded when
// they are first entered: the inbox is what a start waits for.
import { lazy, Suspense, useEffect } from "react";
import { FirstRunScreen, useFirstRun } from "./firstrun/FirstRunScreen.tsx";
import { InboxScreen } from "./inbox/InboxScreen.tsx";
import { ReviewScreen } from "./review/ReviewScreen.tsx";
import { Shell } from "./shell/Shell.tsx";
import { useMirror } from "./state/mirror.ts";
import { useView } from "./state/view.ts";
import { LoadingBars } from "./ui/LoadingBars.tsx";
import s from "./App.module.css";

const load = {
  workbench: () => import("./workbench/WorkbenchScreen.tsx"),
  servers: () => import("./servers/ServersScreen.tsx"),
  settings: () => import("./settings/SettingsScreen.tsx"),
};
const WorkbenchScreen = lazy(async () => ({ default: (await load.workbench()).WorkbenchScreen }));
const ServersScreen = lazy(async () => ({ default: (await load.servers()).ServersScreen }));
const SettingsScreen = lazy(async () => ({ default: (await load.settings()).SettingsScreen }));

/** Once the window is idle the other rooms are fetched, so that entering one shows it at once. */
function useRoomsAhead(): void {
  useEffect(() => {
    const idle = requestIdleCallback(
      () => void Promise.all([load.workbench(), load.servers(), load.settings()]),
      { timeout: 3000 },
    );
    return () => cancelIdleCallback(idle);
  }, []);
}

export function App() {
  return (
    <Shell>
      <Room />
    </Shell>
  );
}

function Room() {
  const ready = useMirror((state) => state.ready);
  const screen = useView((state) => state.screen);
  useRoomsAhead();
  if (!ready) return <LoadingBars />;
  if (screen === "inbox") return <Desk />;
  return (
    <Suspense fallback={<LoadingBars />}>
      {screen === "workbench" && <WorkbenchScreen />}
      {screen === "servers" && <ServersScreen />}
      {screen === "settings" && <SettingsScreen />}
    </Suspense>
  );
}

/** The list and what is selected in it; before anything was asked, how to make something come. */
function Desk() {
  const first = useFirstRun();
  return (
    <div className={s.desk}>
      <InboxScreen onOpen={enterReview} />
      {first ? <FirstRunScreen /> : <ReviewScreen />}
    </div>
  );
}

/** The keyboard goes on in the review: to its paper, from where Tab leads on. */
function enterReview(): void {
  document.querySelector<HTMLElement>("[data-review] [data-leave]")?.focus();
}
