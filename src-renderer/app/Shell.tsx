// The app shell: top bar, navigation rail at the left, one room; command palette, shortcuts and the quit prompt.
import { useEffect } from "react";
import type { ReactNode } from "react";
import { warmEditors } from "#editor/load.ts";
import { TextMenu } from "./TextMenu.tsx";
import { setLanguage } from "#words/index.ts";
import { useMirror } from "#data/mirror.ts";
import { mayReceiveRequests, isPending } from "#data/select.ts";
import { useWatchRulesBacklog } from "#data/requests/rulesBacklog.ts";
import { goTo, useView } from "#data/view.ts";
import type { Screen } from "#data/view.ts";
import { TooltipRoot } from "#kit/overlays/Tooltip.tsx";
import { Pane } from "./panes/Pane.tsx";
import { usePanes } from "./panes/PaneEdge.tsx";
import { useNarrow } from "#kit/hooks/useNarrow.ts";
import { Rail } from "./Rail.tsx";
import { useShortcuts } from "./useShortcuts.ts";
import { useFocusRecovery } from "./useFocusRecovery.ts";
import s from "./Shell.module.css";
import { ConnectedTopBar } from "./ConnectedTopBar.tsx";
import { StatusBars } from "./bars/StatusBars.tsx";
import { Overlays } from "./Overlays.tsx";
import { useWindowActions } from "./useWindowActions.ts";

export function Shell({ children }: { children: ReactNode }) {
  const screen = useView((state) => state.screen);
  const language = useMirror((state) => state.settings.language);
  const isWanted = useMirror(mayReceiveRequests);
  useShortcuts();
  useWindowActions();
  useWatchRulesBacklog();
  useFocusRecovery();
  usePanes();
  useEffect(() => setLanguage(language), [language]);
  useEffect(() => {
    if (isWanted) warmEditors();
  }, [isWanted]);
  return (
    <TooltipRoot>
      <div className={s.shell}>
        <ConnectedTopBar />
        <Rooms current={screen} />
        <main className={s.room} tabIndex={-1}>
          <div className={s.news}>
            <Pane of={screen}>
              <StatusBars screen={screen} />
            </Pane>
          </div>
          {children}
        </main>
      </div>
      <Pane of={null}>
        <Overlays />
        <TextMenu />
      </Pane>
    </TooltipRoot>
  );
}

/** The rail on its own, so that a changed count re-renders nothing else. */
function Rooms({ current }: { current: Screen }) {
  const waiting = useMirror((state) => Object.values(state.requests).filter(isPending).length);
  const narrow = useNarrow();
  return <Rail current={current} waiting={waiting} narrow={narrow} onGo={goTo} />;
}
