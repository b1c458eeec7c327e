// The frame of the window around the screen that is open. Rooms other than the inbox are loaded when
// they are first entered: the inbox is what a start waits for.
import { lazy, Suspense } from "react";
import { FirstRunScreen, useFirstRun } from "./firstrun/FirstRunScreen.tsx";
import { InboxScreen } from "./inbox/InboxScreen.tsx";
import { ReviewScreen } from "./review/ReviewScreen.tsx";
import { Shell } from "./shell/Shell.tsx";
import { useMirror } from "./state/mirror.ts";
import { useView } from "./state/view.ts";
import { LoadingBars } from "./ui/LoadingBars.tsx";
import s from "./App.module.css";

const WorkbenchScreen = lazy(async () => ({
  default: (await import("./workbench/WorkbenchScreen.tsx")).WorkbenchScreen,
}));
const ServersScreen = lazy(async () => ({
  default: (await import("./servers/ServersScreen.tsx")).ServersScreen,
}));
const SettingsScreen = lazy(async () => ({
  default: (await import("./settings/SettingsScreen.tsx")).SettingsScreen,
}));

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
