// An agent's panel: its three doors, each with its switch, and the files that were changed. Whatever changes a file opens
// the dialog that shows the change first.
import { useState } from "react";
import type { ReactNode } from "react";
import type { AgentRow, AgentSetup, ChangedFile, Door } from "#shared/agents/agentRow.ts";
import { ACTION_CHOICES } from "#shared/agents/comesToUser.ts";
import { ABSENT_CHOICES } from "#shared/agents/entry.ts";
import type { AgentChoices } from "#shared/agents/entry.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { useMirror } from "#data/mirror.ts";
import { openProgram, openServer } from "#data/view.ts";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { FileEditIcon } from "#kit/controls/icons.ts";
import { Select } from "#kit/controls/Select.tsx";
import { Switch } from "#kit/controls/Switch.tsx";
import { Bar } from "#kit/layout/Bar.tsx";
import { useAction } from "#kit/hooks/useAction.ts";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { RoomPanel } from "#kit/layout/Room.tsx";
import { TitleBar } from "#kit/layout/Section.tsx";
import { LineCounts } from "#kit/text/LineCounts.tsx";
import { MiddleEllipsis } from "#kit/layout/MiddleEllipsis.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { Hint } from "#kit/text/Text.tsx";
import { span } from "#kit/text/time.ts";
import { AlsoDirect } from "#request/identity/AlsoDirect.tsx";
import { StateIcon, StateWord } from "./AgentTable.tsx";
import { callsState, heldTries, serversState, toolsState } from "./doorStates.ts";
import type { DoorState } from "./doorStates.ts";
import { ChangedFileDialog } from "./ChangedFileDialog.tsx";
import { AcceptedOwn } from "./programs/AcceptedOwn.tsx";
import { CheckDialog } from "./setup/CheckDialog.tsx";
import { SetUpDialog } from "./setup/SetUpDialog.tsx";
import {
  currentSetup,
  DOOR_WORDS,
  isThrough,
  offeredSetup,
  openedDoors,
  serversOf,
} from "./setup/setup.ts";
import type { ServerEntry } from "./setup/setup.ts";
import { UndoDialog } from "./setup/UndoDialog.tsx";
import s from "./Agents.module.css";

type Opened =
  | { dialog: "set-up"; start: AgentSetup }
  | { dialog: "undo"; doors: readonly Door[] }
  | { dialog: "file"; changed: ChangedFile }
  | { dialog: "check" };

interface PartProps {
  row: AgentRow;
  onOpen: (opened: Opened) => void;
}

export function AgentPanel({ row }: { row: AgentRow }) {
  const t = useT();
  const [opened, onOpen] = useState<Opened | null>(null);
  const close = (): void => onOpen(null);
  const { name, version, tools, calls, changed } = row;
  const doors = openedDoors(row);
  return (
    <RoomPanel label={name}>
      <TitleBar title={name}>
        <span className="wire ink2 cut">{version}</span>
        <span className="grow" />
        {doors.length > 0 ? (
          <Button size="m" onClick={() => onOpen({ dialog: "undo", doors })}>
            {t("hosts.undo")}
          </Button>
        ) : (
          (tools !== null || serversOf(row).length > 0 || calls !== null) && (
            <Button
              size="m"
              level="primary"
              onClick={() => onOpen({ dialog: "set-up", start: offeredSetup(row) })}
            >
              {t("agents.review")}
            </Button>
          )
        )}
      </TitleBar>
      <div className={s.parts}>
        {tools !== null && <Tools row={row} onOpen={onOpen} />}
        <Servers row={row} onOpen={onOpen} />
        {calls !== null && <Calls row={row} onOpen={onOpen} />}
        {changed.length > 0 && <Changed row={row} onOpen={onOpen} />}
      </div>
      {opened?.dialog === "set-up" && (
        <SetUpDialog row={row} start={opened.start} onClose={close} />
      )}
      {opened?.dialog === "undo" && <UndoDialog row={row} doors={opened.doors} onClose={close} />}
      {opened?.dialog === "file" && (
        <ChangedFileDialog row={row} changed={opened.changed} onClose={close} />
      )}
      {opened?.dialog === "check" && <CheckDialog row={row} onClose={close} />}
    </RoomPanel>
  );
}

/** A door, or what was changed: its name, and at the end its switch or a number. */
export function Part({
  title,
  end,
  children,
}: {
  title: string;
  end?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section className={s.part} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span className="ink2">{end}</span>
      </header>
      {children}
    </section>
  );
}

export function StateLine({
  state,
  children,
  end,
}: {
  state: DoorState;
  children?: ReactNode;
  end?: ReactNode;
}) {
  return (
    <p className={s.line}>
      <StateIcon tone={state.tone} />
      <b>
        <StateWord state={state} />
      </b>
      <span className="ink2 grow">{children}</span>
      {end}
    </p>
  );
}

function Tools({ row, onOpen }: PartProps) {
  const t = useT();
  const { agent, name, tools } = row;
  const state = toolsState(t, row);
  if (tools === null || state === null) return null;
  const { choices, hasPermission, blocksOnFailure, limitMs } = tools;
  const setUp = (next: AgentChoices | null): void =>
    onOpen({ dialog: "set-up", start: { ...currentSetup(row), tools: next } });
  const usual = offeredSetup(row).tools;
  const isNeeding = tools.state.kind === "unchecked" && tools.state.needs.length > 0;
  return (
    <Part
      title={t(DOOR_WORDS.tools)}
      end={
        <Switch
          label={t("agents.toolsOf", { name })}
          checked={choices !== null}
          onChange={(on) => setUp(on ? usual : null)}
        />
      }
    >
      <Steps row={row} onCheck={() => onOpen({ dialog: "check" })} />
      {!isNeeding && (
        <StateLine
          state={state}
          end={
            choices !== null &&
            tools.canBeChecked && (
              <LinkButton onClick={() => onOpen({ dialog: "check" })}>
                {t(checkOf(row) === null ? "agents.check" : "agents.checkAgain")}
              </LinkButton>
            )
          }
        >
          {proofWords(t, row, state)}
        </StateLine>
      )}
      {tools.state.kind === "changed" && (
        <ul className={s.notes}>
          {tools.state.what.map((what) => (
            <li key={what}>{t(`agents.changed.${what}`)}</li>
          ))}
        </ul>
      )}
      {choices !== null && (
        <>
          <label className={s.choice}>
            <span className="ink2">{t("agents.comes")}</span>
            <Select
              aria-label={t("agents.comes")}
              value={choices.actions}
              options={ACTION_CHOICES.map((value) => ({
                value,
                label: t(value === "asked" ? "agents.askedBrief" : `agents.choice.${value}`),
                disabled: value === "asked" && !hasPermission,
              }))}
              onChange={(actions) => setUp({ ...choices, actions })}
            />
          </label>
          <label className={s.choice}>
            <span className="ink2">{t("agents.dialog.absent")}</span>
            <Select
              aria-label={t("agents.dialog.absent")}
              value={choices.absent}
              options={ABSENT_CHOICES.map((value) => ({
                value,
                label: t(`agents.absent.${value}`, { name }),
              }))}
              onChange={(absent) => setUp({ ...choices, absent })}
            />
          </label>
          {!blocksOnFailure && (
            <Hint>
              {limitMs === null
                ? t("setup.opens", { name })
                : t("setup.opensAfter", { name, limit: span(t, limitMs) })}
            </Hint>
          )}
        </>
      )}
      {agent !== null && <Hint>{t(`agents.unseen.${agent}`)}</Hint>}
    </Part>
  );
}

/** The last check that still counts. */
function checkOf({ tools }: AgentRow) {
  const state = tools?.state;
  return state !== undefined && "check" in state ? state.check : null;
}

function proofWords(t: T, row: AgentRow, { below }: DoorState): string {
  const check = checkOf(row);
  return check === null ? below : `${below}, ${heldTries(t, check)}`;
}

/** What the user has still to do in the agent. Gone once it is seen to be done. */
function Steps({ row: { name, tools }, onCheck }: { row: AgentRow; onCheck: () => void }) {
  const t = useT();
  if (tools?.state.kind !== "unchecked") return null;
  const { needs } = tools.state;
  return needs.map((need, at) => (
    <div key={need} className={s.step}>
      <Bar tone="warn" title={t(`setup.need.${need}`, { name })} quiet>
        {t(`setup.needWhy.${need}`, { name })}
        {at === needs.length - 1 && need !== "node" && tools.canBeChecked && (
          <Button size="s" level="primary" onClick={onCheck}>
            {t("agents.checkNow")}
          </Button>
        )}
      </Bar>
    </div>
  ));
}

function Servers({ row, onOpen }: PartProps) {
  const t = useT();
  const servers = serversOf(row);
  const names = servers.map(({ name }) => name);
  const now = currentSetup(row);
  const change = ({ file, path }: ServerEntry, on: boolean): void => {
    const others = now.servers.filter(
      (one) => one.file !== file || JSON.stringify(one.path) !== JSON.stringify(path),
    );
    const next = on ? [...others, { file, path }] : others;
    onOpen({ dialog: "set-up", start: { ...now, servers: next } });
  };
  return (
    <Part
      title={t(DOOR_WORDS.servers)}
      end={servers.length === 0 ? undefined : serversCount(t, row)}
    >
      {row.servers.flatMap(({ file, faults }) =>
        faults.map((failure, at) => (
          <FailureBar key={`${file} ${at}`} failure={failure} tone="warn" quiet />
        )),
      )}
      {servers.length === 0 && <Hint>{t("agents.noServers", { name: row.name })}</Hint>}
      <ul>
        {servers.map((server) => (
          <Server
            key={JSON.stringify([server.file, server.path])}
            server={server}
            isTwice={names.filter((one) => one === server.name).length > 1}
            onChange={(on) => change(server, on)}
          />
        ))}
      </ul>
    </Part>
  );
}

const serversCount = (t: T, row: AgentRow): string => {
  const { word, tone } = serversState(t, row);
  return tone === "none" ? t("hosts.count", { count: serversOf(row).length }) : word;
};

function Server({
  server,
  isTwice,
  onChange,
}: {
  server: ServerEntry;
  /** Another file of the agent names one like it. */
  isTwice: boolean;
  onChange: (on: boolean) => void;
}) {
  const t = useT();
  const used = useMirror(({ servers }) =>
    server.serverId === undefined ? undefined : servers[server.serverId]?.name,
  );
  const { name, where, file, state, sessions, serverId, notWrappable, isOff } = server;
  return (
    <li className={s.server}>
      <Switch
        label={t("agents.serverThrough", { name })}
        checked={isThrough(server)}
        disabled={notWrappable !== undefined}
        onChange={onChange}
      />
      {serverId === undefined ? (
        <span className="cut" title={where}>
          {name}
        </span>
      ) : (
        <LinkButton className="cut" title={where} onClick={() => openServer(serverId)}>
          {name}
        </LinkButton>
      )}
      <span className={state === "drifted" ? "warn" : "ink2"} title={t(`hosts.stateHint.${state}`)}>
        {t(`hosts.state.${state}`)}
        {isOff && ` · ${t("hosts.state.off")}`}
        {sessions > 0 && ` · ${t("hosts.sessions", { count: sessions })}`}
      </span>
      {used !== undefined && used !== name && (
        <Hint className={s.why}>{t("hosts.uses", { name: used })}</Hint>
      )}
      {isTwice && (
        <Hint className={s.why}>
          <Quote bare cut>
            {file}
          </Quote>
        </Hint>
      )}
      {notWrappable !== undefined && (
        <Hint className={s.why}>{t(`hosts.not.${notWrappable}`)}</Hint>
      )}
      {server.alsoDirect !== undefined && (
        <Hint className={s.why} as="div">
          <AlsoDirect places={server.alsoDirect} />
        </Hint>
      )}
    </li>
  );
}

function Calls({ row, onOpen }: PartProps) {
  const t = useT();
  const { name, calls } = row;
  const program = useMirror(({ programs }) => programs[calls?.programId ?? ""]);
  const { failure, tell } = useAction();
  const state = callsState(t, row, program);
  if (calls === null || state === null) return null;
  const { provider, programId } = calls;
  const isOn = calls.state.kind !== "direct";
  return (
    <Part
      title={t(DOOR_WORDS.calls)}
      end={
        <Switch
          label={t("agents.callsOf", { name })}
          checked={isOn}
          onChange={(on) =>
            onOpen({ dialog: "set-up", start: { ...currentSetup(row), calls: on } })
          }
        />
      }
    >
      <StateLine
        state={state}
        end={
          programId !== null && (
            <LinkButton onClick={() => openProgram(programId)}>{t("agents.limits")}</LinkButton>
          )
        }
      >
        {isOn ? state.below : t("agents.to", { provider })}
      </StateLine>
      {!isOn && <Hint>{t("agents.whenOn")}</Hint>}
      <FailureBar failure={failure} />
      {isOn && program !== undefined && program.accepted !== null && (
        <Hint>
          <AcceptedOwn program={program} tell={tell} />
        </Hint>
      )}
    </Part>
  );
}

function Changed({ row, onOpen }: PartProps) {
  const t = useT();
  const { changed } = row;
  return (
    <Part title={t("agents.files")} end={changed.length}>
      <ul>
        {changed.map((one) => (
          <li key={`${one.file} ${one.door}`} className={s.file}>
            <Icon of={FileEditIcon} className="ink2" />
            <span className="wire cut">
              <MiddleEllipsis name={one.file} />
            </span>
            <LineCounts added={one.added} removed={one.removed} className="ink2" />
            <LinkButton
              aria-label={t("agents.viewOf", { file: one.file })}
              onClick={() => onOpen({ dialog: "file", changed: one })}
            >
              {t("agents.view")}
            </LinkButton>
          </li>
        ))}
      </ul>
      <Hint>{t("agents.undoes")}</Hint>
    </Part>
  );
}
