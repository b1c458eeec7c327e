// The frame of the window: strip above, rail at the left, one room; palette, keys and the quit question.
import { useEffect, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { warmEditors } from "../editor/load.ts";
import { setLanguage, useT } from "../i18n/index.ts";
import type { T } from "../i18n/index.ts";
import { useActions, useAllActions } from "../state/actions.ts";
import type { Action } from "../state/actions.ts";
import { confirmQuit, send } from "../state/commands.ts";
import { useMirror } from "../state/mirror.ts";
import { decidedSince } from "../state/ruled.ts";
import { isOpen, stageOf } from "../state/select.ts";
import { go, openSample, openServer, useView, view } from "../state/view.ts";
import type { Screen } from "../state/view.ts";
import type { Failure } from "../../src-shared/outcome.ts";
import { asksPerson, isElicitationOpen } from "../../src-shared/servers/elicitation.ts";
import type { MasterSwitch } from "../../src-shared/settings/settings.ts";
import type { Sample } from "../../src-shared/sampling/sample.ts";
import { LinkButton } from "../ui/Button.tsx";
import { Bar } from "../ui/Bar.tsx";
import { ConfirmDialog } from "../ui/Dialog.tsx";
import { FailureBar } from "../ui/FailureBar.tsx";
import { KeyIcon, TerminalIcon } from "../ui/icons.ts";
import { TooltipRoot } from "../ui/Tooltip.tsx";
import { useNarrow } from "../ui/useNarrow.ts";
import { firstWords } from "../state/words.ts";
import { FixturesBar } from "./FixturesBar.tsx";
import { BudgetBar } from "./BudgetBar.tsx";
import { KeyHelp } from "./KeyHelp.tsx";
import { LedgerBar } from "./LedgerBar.tsx";
import { Palette } from "./Palette.tsx";
import type { Command } from "./Palette.tsx";
import { Rail } from "./Rail.tsx";
import { Strip } from "./Strip.tsx";
import { useShortcuts } from "./useShortcuts.ts";
import { WaitingQuestion } from "./WaitingQuestion.tsx";
import s from "./Shell.module.css";

const waits = (sample: Sample): boolean => {
  const stage = stageOf(sample);
  return stage === "request" || stage === "response";
};

export function Shell({ children }: { children: ReactNode }) {
  const screen = useView((state) => state.screen);
  const samples = useMirror((state) => state.samples);
  const language = useMirror((state) => state.settings.language);
  const ready = useMirror((state) => state.ready);
  const narrow = useNarrow();
  const waiting = useMemo(() => Object.values(samples).filter(waits), [samples]);
  const questions = useMirror(
    (state) => Object.values(state.elicitations).filter(asksPerson).length,
  );
  useShortcuts();
  useWindowActions();
  useEffect(() => setLanguage(language), [language]);
  useEffect(() => {
    if (ready) warmEditors();
  }, [ready]);
  return (
    <TooltipRoot>
      <div className={s.shell}>
        <Top requests={Object.values(samples).filter(isOpen).length} questions={questions} />
        <Rail
          current={screen}
          waiting={waiting.length}
          questions={questions}
          narrow={narrow}
          onGo={go}
        />
        <main className={s.room}>
          <LedgerBar />
          <BudgetBar />
          <Faults />
          <FixturesBar />
          {screen !== "servers" && <Unconfirmed />}
          {screen !== "servers" && <AsksToSignIn />}
          <WaitingQuestion />
          {children}
        </main>
      </div>
      <Floating waiting={waiting} />
    </TooltipRoot>
  );
}

function Top({ requests, questions }: { requests: number; questions: number }) {
  const t = useT();
  const desk = useMirror((state) => state.desk);
  const servers = useMirror((state) => state.servers);
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const open = requests + questions;
  const on = Object.values(servers).filter((server) => server.enabled);
  const connected = on.filter((server) => server.state.kind === "connected").length;
  const decided = useMirror((state) =>
    decidedSince(Object.values(state.samples), state.desk.switchedAtMs),
  );
  const rulesState = useMirror(({ rules }) =>
    rules.faults.length > 0 ? "broken" : rules.rules.some((rule) => rule.on) ? "some" : "none",
  );
  const turn = async (to: MasterSwitch): Promise<void> => {
    const result = await send("desk.switch", to);
    setFailure(result.ok ? null : result.failure);
  };
  return (
    <>
      <Strip
        position={desk.masterSwitch}
        stopped={
          desk.masterSwitch === "stopped"
            ? { sinceMs: desk.switchedAtMs, refused: desk.refusedSince, waiting: open, questions }
            : null
        }
        rules={
          desk.masterSwitch === "rules"
            ? { sinceMs: desk.switchedAtMs, decided, state: rulesState }
            : null
        }
        health={{ connected, total: on.length }}
        onSwitch={(to) => void turn(to)}
        onRules={() => go("rules")}
        onRefuseAll={() => setAsking(true)}
        onHealth={() => go("servers")}
        onPalette={() => view.setState({ paletteOpen: true })}
      />
      {failure !== null && (
        <div className={s.over}>
          <FailureBar failure={failure} />
        </div>
      )}
      <ConfirmDialog
        open={asking}
        danger
        title={
          questions > 0
            ? t("shell.master.refuseBothTitle", { count: open })
            : t("shell.master.refuseTitle", { count: open })
        }
        body={t(questions > 0 ? "shell.master.refuseBothBody" : "shell.master.refuseBody")}
        confirm={t("shell.master.refuseConfirm", { count: open })}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void send("desk.refuseAll");
        }}
      />
    </>
  );
}

/** What went wrong at the start or behind the scenes, until the person has read it. */
function Faults() {
  const t = useT();
  const faults = useMirror((state) => state.faults);
  const [read, setRead] = useState(0);
  return faults
    .slice(read)
    .map((fault, index) => (
      <FailureBar
        key={read + index}
        failure={fault}
        tone="warn"
        actions={
          index === 0 && (
            <LinkButton onClick={() => setRead(faults.length)}>{t("common.close")}</LinkButton>
          )
        }
      />
    ));
}

/** A server that waits for a sign-in: a call may wait with it, wherever it was made. */
function AsksToSignIn() {
  const t = useT();
  const servers = useMirror((state) => state.servers);
  const first = Object.values(servers).find((server) => server.signIn?.step?.kind === "asks");
  if (first === undefined) return null;
  return (
    <Bar
      tone="info"
      icon={KeyIcon}
      title={t("signIn.shell.asks", { name: first.name })}
      actions={
        <LinkButton onClick={() => openServer(first.id)}>{t("signIn.shell.look")}</LinkButton>
      }
    >
      {first.state.kind === "connected" && t("signIn.shell.text")}
    </Bar>
  );
}

/** Local commands that nobody has confirmed: nothing of them runs, so nobody would ask otherwise. */
function Unconfirmed() {
  const t = useT();
  const servers = useMirror((state) => state.servers);
  const waiting = Object.values(servers).filter(
    (server) => server.state.kind === "needs-confirmation",
  );
  const [first] = waiting;
  if (first === undefined) return null;
  return (
    <Bar
      tone="info"
      icon={TerminalIcon}
      title={t("shell.unconfirmed.title", { count: waiting.length })}
      actions={
        <LinkButton onClick={() => openServer(first.id)}>{t("shell.unconfirmed.look")}</LinkButton>
      }
    >
      {t("shell.unconfirmed.text")}
    </Bar>
  );
}

function Floating({ waiting }: { waiting: readonly Sample[] }) {
  const t = useT();
  const paletteOpen = useView((state) => state.paletteOpen);
  const keysOpen = useView((state) => state.keysOpen);
  const quitAsked = useView((state) => state.quitAsked);
  const withQuestions = useMirror((state) =>
    Object.values(state.elicitations).some(isElicitationOpen),
  );
  return (
    <>
      {paletteOpen && <OpenPalette waiting={waiting} />}
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

function OpenPalette({ waiting }: { waiting: readonly Sample[] }) {
  const t = useT();
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

/** Rooms, palette, keys, master switch: on offer on every screen. */
function useWindowActions(): void {
  const t = useT();
  const position = useMirror((state) => state.desk.masterSwitch);
  const actions = useMemo((): Action[] => {
    const room = (to: Screen, keys: string): Action => ({
      id: `go-${to}`,
      group: "go",
      label: t("shell.palette.go", { room: t(`shell.rail.${to}`) }),
      keys,
      run: () => go(to),
    });
    return [
      room("inbox", "Mod+1"),
      room("workbench", "Mod+2"),
      room("servers", "Mod+3"),
      room("history", "Mod+4"),
      room("rules", "Mod+5"),
      room("settings", "Mod+,"),
      {
        id: "palette",
        group: "app",
        label: t("shell.palette.open"),
        keys: "Mod+K",
        hidden: true,
        run: () => view.setState((state) => ({ paletteOpen: !state.paletteOpen })),
      },
      {
        id: "keys",
        group: "app",
        label: t("shell.palette.keys"),
        keys: "?",
        run: () => view.setState({ keysOpen: true }),
      },
      ...(["review", "rules", "stopped"] as const)
        .filter((to) => to !== position)
        .map((to): Action => ({
          id: `switch-${to}`,
          group: "app",
          label: t(`shell.palette.to.${to}`),
          run: () => void send("desk.switch", to),
        })),
    ];
  }, [t, position]);
  useActions("window", actions);
}
