// The frame of the window around the screen that is open.
import { InboxScreen } from "./inbox/InboxScreen.tsx";
import { ReviewScreen } from "./review/ReviewScreen.tsx";
import { FirstRunScreen, useFirstRun } from "./firstrun/FirstRunScreen.tsx";
import { ServersScreen } from "./servers/ServersScreen.tsx";
import { SettingsScreen } from "./settings/SettingsScreen.tsx";
import { Shell } from "./shell/Shell.tsx";
import { useMirror } from "./state/mirror.ts";
import { useView } from "./state/view.ts";
import { LoadingBars } from "./ui/LoadingBars.tsx";
import { WorkbenchScreen } from "./workbench/WorkbenchScreen.tsx";
import s from "./App.module.css";

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
  switch (screen) {
    case "inbox":
      return <Desk />;
    case "workbench":
      return <WorkbenchScreen />;
    case "servers":
      return <ServersScreen />;
    case "settings":
      return <SettingsScreen />;
  }
}

/** The list and what is selected in it. */
function Desk() {
  const firstRun = useFirstRun();
  return (
    <div className={s.desk}>
      <InboxScreen onOpen={enterReview} />
      {firstRun ? <FirstRunScreen /> : <ReviewScreen />}
    </div>
  );
}

/** The keyboard goes on in the review: to its paper, from where Tab leads on. */
function enterReview(): void {
  document.querySelector<HTMLElement>("[data-review] [data-leave]")?.focus();
}
