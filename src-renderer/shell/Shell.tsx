// The frame of the window: strip above, rail at the left, one room; palette, keys and the quit question.
import { useEffect, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { warmEditors } from "../editor/load.ts";
import { useArm } from "../hand/useArm.ts";
import { setLanguage, useT } from "../i18n/index.ts";
import type { T } from "../i18n/index.ts";
import { useActions, useAllActions } from "../state/actions.ts";
import type { Action } from "../state/actions.ts";
import { confirmQuit, send, sendDecision } from "../state/commands.ts";
import { useMirror } from "../state/mirror.ts";
import { canBeAsked, isOpen, openNames, stageOf } from "../state/select.ts";
import {
  decideWaiting,
  leaveWaiting,
  readWaiting,
  useWaiting,
  useWatchedWaiting,
} from "../state/waiting.ts";
import { go, openSample, openServer, useView, view } from "../state/view.ts";
import type { Screen } from "../state/view.ts";
import type { Failure } from "../../src-shared/outcome.ts";
import { waitingGuard } from "../../src-shared/policy/waiting.ts";
import { asksPerson, isElicitationOpen } from "../../src-shared/servers/elicitation.ts";
import type { MasterSwitch } from "../../src-shared/settings/settings.ts";
import type { Sample } from "../../src-shared/sampling/sample.ts";
import { LinkButton } from "../ui/Button.tsx";
import { Bar } from "../ui/Bar.tsx";
import { ConfirmDialog } from "../ui/Dialog.tsx";
import { FailureBar } from "../ui/FailureBar.tsx";
import { GuardedQuestion } from "../ui/GuardedQuestion.tsx";
import { KeyIcon, TerminalIcon } from "../ui/icons.ts";
import { WaitingBar } from "../ui/WaitingBar.tsx";
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
import { useKeptFocus } from "./useKeptFocus.ts";
import s from "./Shell.module.css";

const waits = (sample: Sample): boolean => {
  const stage = stageOf(sample);
  return stage === "request" || stage === "response";
};

export function Shell({ children }: { children: ReactNode }) {
  const screen = useView((state) => state.screen);
  const language = useMirror((state) => state.settings.language);
  const isWanted = useMirror(canBeAsked);
  useShortcuts();
  useWindowActions();
  useWatchedWaiting();
  useKeptFocus();
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
            <LedgerBar />
            <BudgetBar />
            <BeforeRules />
            <Faults />
            <FixturesBar />
            {screen !== "servers" && <Unconfirmed />}
            {screen !== "servers" && <AsksToSignIn />}
            <WaitingQuestion />
          </div>
          {children}
        </main>
      </div>
      <Floating />
    </TooltipRoot>
  );
}

const useQuestions = (): number =>
  useMirror((state) => Object.values(state.elicitations).filter(asksPerson).length);

/** The rail, which alone is drawn again where only a count has changed. */
function Rooms({ current }: { current: Screen }) {
  const waiting = useMirror((state) => Object.values(state.samples).filter(waits).length);
  const questions = useQuestions();
  const narrow = useNarrow();
  return <Rail {...{ current, waiting, questions, narrow }} onGo={go} />;
}

function Top() {
  const t = useT();
  const requests = useMirror((state) => Object.values(state.samples).filter(isOpen).length);
  const questions = useQuestions();
  const desk = useMirror((state) => state.desk);
  const servers = useMirror((state) => state.servers);
  const [asking, setAsking] = useState(false);
  const refuses = useMirror((state) => (asking ? openNames(state) : ""));
  const [failure, setFailure] = useState<Failure | null>(null);
  const open = requests + questions;
  const on = Object.values(servers).filter((server) => server.enabled);
  const connected = on.filter((server) => server.state.kind === "connected").length;
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
            ? { sinceMs: desk.switchedAtMs, decided: desk.ruledSince, state: rulesState }
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
      {asking && (
        <GuardedQuestion
          what={refuses}
          title={
            questions > 0
              ? t("shell.master.refuseBothTitle", { count: open })
              : t("shell.master.refuseTitle", { count: open })
          }
          body={t(questions > 0 ? "shell.master.refuseBothBody" : "shell.master.refuseBody")}
          confirm={t("shell.master.refuseConfirm", { count: open })}
          onCancel={() => setAsking(false)}
          onConfirm={(leave) => {
            setAsking(false);
            void sendDecision(leave, "desk.refuseAll");
          }}
        />
      )}
    </>
  );
}

/** What waited before rules held that hold now; also from the palette, as the bar says it. */
function BeforeRules() {
  const t = useT();
  const waiting = useWaiting();
  const count = waiting.kind === "fits" ? waiting.would.length : 0;
  const arm = useArm(waitingGuard(waiting));
  const off = !arm.isOn;
  const actions = useMemo(
    (): Action[] =>
      count === 0
        ? []
        : [
            {
              id: "decide-waiting",
              group: "app",
              label: t("rules.waiting.decide", { count }),
              disabled: off,
              run: () => arm.by(decideWaiting),
            },
          ],
    [t, count, off, arm],
  );
  useActions("waiting", actions);
  return (
    <WaitingBar
      waiting={waiting}
      onDecide={decideWaiting}
      onLeave={leaveWaiting}
      onRead={readWaiting}
    />
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

function Floating() {
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
