// A pending elicitation, on every screen but the Workbench, which shows it itself; and its shortcut.
import { KEYS } from "../../src-shared/shortcuts.ts";
import { useMemo } from "react";
import { asksPerson } from "../../src-shared/servers/elicitation.ts";
import { useT } from "../i18n/index.ts";
import { useActions } from "../state/actions.ts";
import type { Action } from "../state/actions.ts";
import { openQuestion } from "../state/commands.ts";
import { mirror, useMirror } from "../state/mirror.ts";
import { useView } from "../state/view.ts";
import { QuestionBar } from "../components/requests/QuestionBar.tsx";

/** The elicitations pending for the user, oldest first. */
const waitingNow = () => Object.values(mirror.getState().elicitations).filter(asksPerson);

function openFirst(): void {
  const [first] = waitingNow();
  if (first !== undefined) openQuestion(first);
}

export function PendingQuestion() {
  const screen = useView((state) => state.screen);
  const elicitations = useMirror((state) => state.elicitations);
  const [first, ...others] = Object.values(elicitations).filter(asksPerson);
  useQuestionKey(first !== undefined);
  if (first === undefined || screen === "workbench") return null;
  return <QuestionBar server={first.serverName} others={others.length} onShow={openFirst} />;
}

function useQuestionKey(asked: boolean): void {
  const t = useT();
  const actions = useMemo(
    (): Action[] =>
      asked
        ? [
            {
              id: "question",
              group: "go",
              label: t("shell.palette.openQuestion"),
              keys: KEYS.question,
              run: openFirst,
            },
          ]
        : [],
    [asked, t],
  );
  useActions("question", actions);
}
