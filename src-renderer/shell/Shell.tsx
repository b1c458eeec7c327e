// The frame of the window: strip above, rail at the left, one room; palette, keys and the quit question.
import { useEffect } from "react";
import type { ReactNode } from "react";
import { warmEditors } from "../editor/load.ts";
import { TextMenu } from "./TextMenu.tsx";
import { setLanguage } from "../i18n/index.ts";
import { useMirror } from "../state/mirror.ts";
import { canBeAsked, isPending } from "../state/select.ts";
import { useWatchedWaiting } from "../state/requests/waiting.ts";
import { go, useView } from "../state/view.ts";
import type { Screen } from "../state/view.ts";
import { TooltipRoot } from "../ui/layout/Tooltip.tsx";
import { usePanes } from "../panes/PaneEdge.tsx";
import { useNarrow } from "../ui/hooks/useNarrow.ts";
import { Rail } from "./Rail.tsx";
import { useShortcuts } from "./useShortcuts.ts";
import { useKeptFocus } from "./useKeptFocus.ts";
import s from "./Shell.module.css";
import { useQuestions } from "./waits.ts";
import { Top } from "./Top.tsx";
import { News } from "./News.tsx";
import { Floating } from "./Floating.tsx";
import { useWindowActions } from "./useWindowActions.ts";

export function Shell({ children }: { children: ReactNode }) {
  const screen = useView((state) => state.screen);
  const language = useMirror((state) => state.settings.language);
  const isWanted = useMirror(canBeAsked);
  useShortcuts();
  useWindowActions();
  useWatchedWaiting();
  useKeptFocus();
  usePanes();
  useEffect(() => setLanguage(language), [language]);
  useEffect(() => {
    if (isWanted) warmEditors();
  }, [isWanted]);
  return (
    <TooltipRoot>
      <div className={s.shell}>
        <Top />
        <Rooms current={screen} />
        <main className={s.room} tabIndex={-1}>
          <div className={s.news}>
            <News screen={screen} />
          </div>
          {children}
        </main>
      </div>
      <Floating />
      <TextMenu />
    </TooltipRoot>
  );
}

/** The rail, which alone is drawn again where only a count has changed. */
function Rooms({ current }: { current: Screen }) {
  const waiting = useMirror((state) => Object.values(state.samples).filter(isPending).length);
  const questions = useQuestions();
  const narrow = useNarrow();
  return <Rail {...{ current, waiting, questions, narrow }} onGo={go} />;
}
