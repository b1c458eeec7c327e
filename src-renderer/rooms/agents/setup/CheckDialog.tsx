// Checks that an agent's hook holds: says before what is tried and what it may cost, then what came of each try. After
// setting up it also says what the agent still needs.
import { useState } from "react";
import type { ReactNode } from "react";
import { CHECK_TRIES } from "#shared/agents/agentRow.ts";
import type { AgentCheck, AgentRow, CheckResult } from "#shared/agents/agentRow.ts";
import { currentLanguage, useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import type { IconKind } from "#kit/controls/Icon.tsx";
import { BusyIcon, CheckIcon, InfoIcon, NextIcon, WarnIcon } from "#kit/controls/icons.ts";
import { useAction } from "#kit/hooks/useAction.ts";
import { useNow } from "#kit/hooks/useNow.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Pairs } from "#kit/layout/Section.tsx";
import { Panel } from "#kit/layout/Stack.tsx";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import { Paper } from "#kit/text/Paper.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { Hint } from "#kit/text/Text.tsx";
import { clock, decimal, elapsed, timeOfDay } from "#kit/text/time.ts";
import { DOOR_WORDS, isThrough, serversOf } from "./setup.ts";
import s from "./Setup.module.css";

type Phase =
  | { kind: "before" }
  | { kind: "running"; sinceMs: number }
  | { kind: "done"; check: AgentCheck };

interface Props {
  row: AgentRow;
  /** It was set up a moment ago. */
  isNew?: boolean;
  onClose: () => void;
}

export function CheckDialog({ row, isNew = false, onClose }: Props) {
  const t = useT();
  const { name, tools } = row;
  const [phase, setPhase] = useState<Phase>({ kind: "before" });
  const { failure, tell } = useAction();
  const check = async (): Promise<void> => {
    if (phase.kind === "running" || tools?.canBeChecked !== true) return;
    setPhase({ kind: "running", sinceMs: Date.now() });
    const done = await send("agents.check", name);
    setPhase(tell(done) ? { kind: "done", check: done.value } : { kind: "before" });
  };
  const close = (): void => {
    if (phase.kind === "running") void send("agents.stopCheck", name);
    onClose();
  };
  const confirm = phase.kind === "done" ? onClose : () => void check();
  return (
    <Dialog
      open
      wide
      onClose={close}
      onConfirm={confirm}
      title={titleOf(t, phase, name, isNew)}
      intro={tools?.canBeChecked === true ? t("setup.check.intro", { name }) : undefined}
      foot={
        <Foot
          phase={phase}
          row={row}
          onCheck={() => void check()}
          onStop={() => void send("agents.stopCheck", name)}
          onClose={close}
        />
      }
    >
      <FailureBar failure={failure} />
      {phase.kind === "before" && <Needs row={row} />}
      {phase.kind === "done" && <Tried check={phase.check} />}
      {tools?.canBeChecked === true && <Tries row={row} phase={phase} />}
      {row.agent !== null && <Hint>{t(`agents.unseen.${row.agent}`)}</Hint>}
      {phase.kind === "done" && <Facts row={row} check={phase.check} />}
    </Dialog>
  );
}

function titleOf(t: T, phase: Phase, name: string, isNew: boolean): ReactNode {
  if (phase.kind !== "done")
    return t(isNew ? "setup.check.isSetUp" : "setup.check.title", { name });
  const came = phase.check.results.map((one) => one.came);
  if (came.includes("ran")) {
    return (
      <span className="warn">
        <Icon of={WarnIcon} size="m" /> {t("setup.check.notHeld", { name })}
      </span>
    );
  }
  // What was not tried is not held.
  return came.length === CHECK_TRIES.length && came.every((one) => one === "held")
    ? t("setup.check.held", { name })
    : t("setup.check.partly", { name });
}

function Foot({
  phase,
  row: { name, tools, calls },
  onCheck,
  onStop,
  onClose,
}: {
  phase: Phase;
  row: AgentRow;
  onCheck: () => void;
  onStop: () => void;
  onClose: () => void;
}) {
  const t = useT();
  if (phase.kind === "running") {
    return (
      <>
        <span className="xs ink3 grow">
          <Running sinceMs={phase.sinceMs} />
        </span>
        <Button onClick={onStop}>{t("common.stop")}</Button>
      </>
    );
  }
  if (phase.kind === "done") {
    return (
      <>
        <span className="xs ink3 grow">
          {t("setup.check.at", { at: timeOfDay(phase.check.atMs), name })}
        </span>
        <Button onClick={onCheck}>{t("agents.checkAgain")}</Button>
        <Button level="primary" onClick={onClose}>
          {t("setup.check.done")}
        </Button>
      </>
    );
  }
  const canCheck = tools?.canBeChecked === true;
  const isCalling = calls !== null && calls.programId !== null;
  const cost = t(isCalling ? "setup.check.callsPass" : "setup.check.cost", { name });
  return (
    <>
      <span className="xs ink3 grow">{canCheck ? cost : t("setup.check.byAction", { name })}</span>
      <Button level={canCheck ? "normal" : "primary"} onClick={onClose}>
        {t(canCheck ? "common.notNow" : "setup.check.done")}
      </Button>
      {canCheck && (
        <Button level="primary" onClick={onCheck}>
          {t("agents.checkNow")}
        </Button>
      )}
    </>
  );
}

function Running({ sinceMs }: { sinceMs: number }) {
  const t = useT();
  const now = useNow();
  return t("setup.check.running", { time: clock(now - sinceMs) });
}

/** What the user has to do in the agent first. */
function Needs({ row: { name, tools } }: { row: AgentRow }) {
  const t = useT();
  const needs = tools?.state.kind === "unchecked" ? tools.state.needs : [];
  return needs.map((need) => (
    <Bar
      key={need}
      tone={need === "restart" ? "info" : "warn"}
      title={t(`setup.need.${need}`, { name })}
      quiet
    >
      {t(`setup.needWhy.${need}`, { name })}
    </Bar>
  ));
}

function Tried({ check: { command, folder, results } }: { check: AgentCheck }) {
  const t = useT();
  const count = results.filter(({ came }) => came !== "not-tried").length;
  return (
    <Panel as="section">
      <header className={s.file}>
        <b>{t("setup.check.tried")}</b>
        <span className="xs ink2">{t("setup.check.times", { count })}</span>
        <Quote bare cut>
          {folder}
        </Quote>
      </header>
      <Paper text={command} label={t("setup.check.tried")} />
    </Panel>
  );
}

function Tries({ row: { name }, phase }: { row: AgentRow; phase: Phase }) {
  const t = useT();
  const results = phase.kind === "done" ? phase.check.results : [];
  return (
    <ul className={s.tries} aria-label={t("setup.check.tries")} aria-live="polite">
      {CHECK_TRIES.map((one) => {
        const result = results.find((candidate) => candidate.try === one);
        return (
          <Line
            key={one}
            icon={
              result === undefined
                ? phase.kind === "running"
                  ? BusyIcon
                  : NextIcon
                : LOOKS[result.came].icon
            }
            tone={result === undefined ? "ink3" : LOOKS[result.came].tone}
            title={t(`setup.check.try.${one}`)}
            how={t(`setup.check.how.${one}`, { name })}
            came={result === undefined ? "" : cameWords(t, result)}
          />
        );
      })}
    </ul>
  );
}

const LOOKS = {
  held: { icon: CheckIcon, tone: "ok" },
  ran: { icon: WarnIcon, tone: "warn" },
  "not-tried": { icon: InfoIcon, tone: "ink3" },
} as const satisfies Record<CheckResult["came"], { icon: IconKind; tone: string }>;

function Line({
  icon,
  tone,
  title,
  how,
  came,
}: {
  icon: IconKind;
  tone: string;
  title: string;
  how: string;
  came: string;
}) {
  return (
    <li>
      <Icon of={icon} className={tone} />
      <b className={tone === "warn" ? tone : undefined}>{title}</b>
      <span className="ink2">{how}</span>
      <span className={tone === "warn" ? tone : undefined}>{came}</span>
    </li>
  );
}

/** How long it took says something where Countersign alone refuses. */
const isTimed = ({ try: one, came }: CheckResult): boolean =>
  came === "held" && (one === "rejected" || one === "undecided");

const cameWords = (t: T, result: CheckResult): string =>
  isTimed(result)
    ? t("setup.check.came.heldAfter", { took: elapsed(t, result.tookMs) })
    : t(`setup.check.came.${result.came}`);

function Facts({ row, check: { version, tokens } }: { row: AgentRow; check: AgentCheck }) {
  const t = useT();
  const { name } = row;
  const servers = serversOf(row);
  const list = new Intl.ListFormat(currentLanguage(), { type: "conjunction" });
  const namesOf = (through: boolean): string =>
    list.format(servers.filter((one) => isThrough(one) === through).map((one) => one.name));
  const [through, direct] = [namesOf(true), namesOf(false)];
  return (
    <Pairs gap={4}>
      {servers.length > 0 && (
        <>
          <dt>{t(DOOR_WORDS.servers)}</dt>
          <dd>
            {[
              through === "" ? "" : t("setup.check.through", { names: through }),
              direct === "" ? "" : t("setup.check.direct", { names: direct }),
            ]
              .filter((part) => part !== "")
              .join(t("setup.check.join"))}
          </dd>
        </>
      )}
      <dt>{t("setup.check.readBy")}</dt>
      <dd>{version === null ? name : `${name} ${version}`}</dd>
      <dt>{t("setup.check.costTitle")}</dt>
      <dd>
        {tokens === null
          ? t("setup.check.costUnsaid", { name })
          : t("setup.check.tokens", { count: tokens, tokens: decimal(tokens), name })}
      </dd>
    </Pairs>
  );
}
