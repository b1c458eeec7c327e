// The start page: the agents of this computer, then the demo and the other ways to get started.
import { useState } from "react";
import type { ReactNode } from "react";
import type { AgentRow } from "#shared/agents/agentRow.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import type { ButtonProps } from "#kit/controls/Button.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import type { IconKind } from "#kit/controls/Icon.tsx";
import {
  DoneIcon,
  InfoIcon,
  MarkIcon,
  ProgramIcon,
  ServerIcon,
  TerminalIcon,
} from "#kit/controls/icons.ts";
import { useFirstFocus } from "#kit/hooks/useFirstFocus.ts";
import { Row } from "#kit/layout/Stack.tsx";
import { LoadingBars } from "#kit/layout/LoadingBars.tsx";
import { openedDoors } from "#rooms/agents/setup/setup.ts";
import s from "./FirstRun.module.css";

interface StartProps {
  /** The demo was completed. */
  isDone: boolean;
  /** Null until they are known. */
  agents: readonly AgentRow[] | null;
  /** Why something could not be done. */
  problem: ReactNode;
  onRefresh: () => void;
  onAgent: (row: AgentRow) => void;
  onAgents: () => void;
  /** Resolves when the demo has started or failed. */
  onDemo: () => Promise<void>;
  onServer: () => void;
  onProgram: () => void;
  onHistory: () => void;
}

export function FirstRun(props: StartProps) {
  const { isDone, agents, problem, onDemo, onServer, onProgram, onHistory } = props;
  const t = useT();
  const [busy, setBusy] = useState(false);
  const isFirst = agents?.length === 0;
  return (
    <section className={s.start} aria-label={t("firstrun.open")}>
      <div className={s.inner}>
        <h1>{t(isDone ? "firstrun.done.title" : "firstrun.title")}</h1>
        {isDone && (
          <p className={s.lead}>
            {t("firstrun.done.text")}{" "}
            <LinkButton onClick={onHistory}>{t("firstrun.done.history")}</LinkButton>
          </p>
        )}
        {problem}
        <Agents {...props} />
        <ul className={s.doors}>
          {!isDone && (
            <Door
              icon={MarkIcon}
              text={t("firstrun.demo.text")}
              label={t(busy ? "firstrun.demo.busy" : "firstrun.demo.run")}
              isFirst={isFirst}
              aria-disabled={busy}
              onClick={() => {
                if (busy) return;
                setBusy(true);
                void onDemo().finally(() => setBusy(false));
              }}
            />
          )}
          <Door
            icon={ServerIcon}
            text={t("firstrun.server")}
            label={t("servers.form.open")}
            isFirst={isFirst && isDone}
            onClick={onServer}
          />
          <Door
            icon={ProgramIcon}
            text={t("firstrun.program")}
            label={t("programs.add")}
            onClick={onProgram}
          />
        </ul>
        <div className={s.reach}>
          <Icon of={InfoIcon} size="m" />
          <p>
            <b>{t("firstrun.sees")}</b> {t("firstrun.rest")}
          </p>
        </div>
      </div>
    </section>
  );
}

function Agents({ agents, onRefresh, onAgent, onAgents }: StartProps) {
  const t = useT();
  return (
    <section aria-label={t("firstrun.agents.title")} className={s.agents}>
      <header className={s.head}>
        <h2>{t("firstrun.agents.title")}</h2>
        <LinkButton onClick={onRefresh}>{t("settings.models.lookAgain")}</LinkButton>
      </header>
      {agents === null && <LoadingBars rows={2} />}
      {agents?.length === 0 && (
        <p className={s.none}>
          <b>{t("firstrun.agents.none")}</b> {t("firstrun.agents.noneText")}{" "}
          <LinkButton onClick={onAgents}>{t("firstrun.agents.other")}</LinkButton>
        </p>
      )}
      <ul>
        {agents?.map((row, at) => {
          const isSetUp = openedDoors(row).length > 0;
          const label = t(isSetUp ? "policy.change" : "firstrun.agents.review");
          return (
            <li key={row.name} className={s.agent}>
              <Icon of={row.hasWindow ? ProgramIcon : TerminalIcon} size="rail" className="ink2" />
              <b className="cut">{row.name}</b>
              <span className="wire ink2 cut">{row.version}</span>
              <span className="ink2">
                {isSetUp ? (
                  <Row as="span" inline gap={6} className="ok">
                    <Icon of={DoneIcon} /> {t("firstrun.agents.isSetUp")}
                  </Row>
                ) : (
                  contentOf(t, row)
                )}
              </span>
              <ActButton
                isFirst={at === 0 && !isSetUp}
                takesFocus={at === 0}
                aria-label={`${row.name}: ${label}`}
                onClick={() => onAgent(row)}
              >
                {label}
              </ActButton>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** What of an agent can be held. */
function contentOf(t: T, { tools, servers }: AgentRow): string {
  const count = servers.flatMap((host) => host.servers).length;
  return [
    tools === null ? "" : t("firstrun.agents.tools"),
    count === 0 ? "" : t("firstrun.agents.servers", { count }),
  ]
    .filter((part) => part !== "")
    .join(t("firstrun.agents.join"));
}

function Door({
  icon,
  text,
  label,
  isFirst = false,
  ...rest
}: {
  icon: IconKind;
  text: string;
  label: string;
  isFirst?: boolean;
} & Omit<ButtonProps, "children">) {
  return (
    <li className={s.door}>
      <Icon of={icon} size="rail" className="ink2" />
      <p>{text}</p>
      <ActButton {...rest} isFirst={isFirst} takesFocus={isFirst}>
        {label}
      </ActButton>
    </li>
  );
}

/** @param isFirst the recommended one */
function ActButton({
  isFirst,
  takesFocus,
  ...rest
}: ButtonProps & { isFirst: boolean; takesFocus: boolean }) {
  const Act = takesFocus ? Focused : Button;
  return <Act {...rest} className={s.action} level={isFirst ? "primary" : "normal"} />;
}

const Focused = (props: ButtonProps) => (
  <Button {...props} ref={useFirstFocus<HTMLButtonElement>()} />
);
