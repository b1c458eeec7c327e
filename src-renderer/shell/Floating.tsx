// What floats above the rooms: the palette, the list of keys, the question before quitting.
import { useMemo } from "react";
import { useT } from "../i18n/index.ts";
import type { T } from "../i18n/index.ts";
import { useAllActions } from "../state/actions.ts";
import { confirmQuit } from "../state/commands.ts";
import { useMirror } from "../state/mirror.ts";
import { openSample, useView, view } from "../state/view.ts";
import { isElicitationOpen } from "../../src-shared/servers/elicitation.ts";
import type { Sample } from "../../src-shared/sampling/life/sample.ts";
import { ConfirmDialog } from "../ui/layout/Dialog.tsx";
import { firstWords } from "../state/words.ts";
import { KeyHelp } from "./KeyHelp.tsx";
import { Palette } from "./Palette.tsx";
import type { Command } from "./Palette.tsx";
import { waits } from "./waits.ts";

export function Floating() {
  const t = useT();
  const paletteOpen = useView((state) => state.paletteOpen);
  const keysOpen = useView((state) => state.keysOpen);
  const quitAsked = useView((state) => state.quitAsked);
  const withQuestions = useMirror((state) =>
    Object.values(state.elicitations).some(isElicitationOpen),
  );
  return (
    <>
      {paletteOpen && <OpenPalette />}
      {keysOpen && <KeyHelp onClose={() => view.setState({ keysOpen: false })} />}
      <ConfirmDialog
        open={quitAsked !== null}
        danger
        title={
          withQuestions
            ? t("shell.quit.bothTitle", { count: quitAsked ?? 0 })
            : t("shell.quit.title", { count: quitAsked ?? 0 })
        }
        body={t(withQuestions ? "shell.quit.bothBody" : "shell.quit.body")}
        confirm={t("shell.quit.confirm")}
        cancel={t("shell.quit.stay")}
        onCancel={() => confirmQuit(false)}
        onConfirm={() => confirmQuit(true)}
      />
    </>
  );
}

function OpenPalette() {
  const t = useT();
  const samples = useMirror((state) => state.samples);
  const waiting = useMemo(() => Object.values(samples).filter(waits), [samples]);
  const actions = useAllActions();
  const commands: Command[] = [
    ...actions.filter((action) => action.hidden !== true && action.decides !== true),
    ...waiting.map((sample) => waitingCommand(t, sample)),
  ];
  return <Palette commands={commands} onClose={() => view.setState({ paletteOpen: false })} />;
}

function waitingCommand(t: T, sample: Sample): Command {
  return {
    id: `waiting-${sample.id}`,
    group: "waiting",
    label: t("shell.palette.openRequest", { server: sample.asker.name }),
    aside: firstWords(sample),
    run: () => openSample(sample.id),
  };
}
