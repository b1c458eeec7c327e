// The table of agents and programs: three doors each, with the state of every door and what is known of it.
import type { ReactNode } from "react";
import type { AgentRow } from "#shared/agents/agentRow.ts";
import type { OtherHostView } from "#shared/agents/gateway/gatewayView.ts";
import type { ProgramView } from "#shared/programs/program.ts";
import { useT } from "#words/index.ts";
import { useAmount } from "#data/budgetText.ts";
import { useMirror } from "#data/mirror.ts";
import type { AgentRowKey } from "#data/view.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import type { IconKind } from "#kit/controls/Icon.tsx";
import { CheckIcon, PlugIcon, ProgramIcon, TerminalIcon, WarnIcon } from "#kit/controls/icons.ts";
import { cx } from "#kit/cx.ts";
import { Dot } from "#kit/layout/Badge.tsx";
import { Cell, moveByArrows, Table, TableRow } from "#kit/layout/Table.tsx";
import { briefTime } from "#kit/text/time.ts";
import { callsState, programState, serversState, toolsState } from "./doorStates.ts";
import type { DoorState } from "./doorStates.ts";
import { DOOR_WORDS } from "./setup/setup.ts";
import s from "./Agents.module.css";

export interface Rows {
  agents: readonly AgentRow[];
  programs: readonly ProgramView[];
  /** Entries for agents whose config the user edits. */
  entries: readonly OtherHostView[];
}

export const isSameRow = (a: AgentRowKey | null, b: AgentRowKey): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

export function AgentTable({
  rows: { agents, programs, entries },
  selected,
  onSelect,
  onEnter,
}: {
  rows: Rows;
  selected: AgentRowKey | null;
  onSelect: (key: AgentRowKey) => void;
  /** Leads to the panel. */
  onEnter: () => void;
}) {
  const t = useT();
  const row = (key: AgentRowKey, head: HeadProps, cells: ReactNode): ReactNode => (
    <TableRow
      key={JSON.stringify(key)}
      className={s.row}
      selected={isSameRow(selected, key)}
      onClick={() => onSelect(key)}
      onKeyDown={(event) => {
        moveByArrows(event);
        if (event.key !== "Enter" || !isSameRow(selected, key)) return;
        event.preventDefault();
        onEnter();
      }}
    >
      <Head {...head} current={isSameRow(selected, key)} />
      {cells}
    </TableRow>
  );
  return (
    <Table
      label={t("common.agents")}
      columns={[
        { id: "agent", label: t("agents.column.agent") },
        { id: "tools", label: t(DOOR_WORDS.tools) },
        { id: "servers", label: t(DOOR_WORDS.servers) },
        { id: "calls", label: t(DOOR_WORDS.calls) },
        { id: "last", label: t("agents.column.last"), width: "104px", number: true },
      ]}
    >
      {agents.map((agent) =>
        row(
          { agent: agent.name },
          {
            icon: agent.hasWindow ? ProgramIcon : TerminalIcon,
            name: agent.name,
            below: agent.version ?? "",
            isWire: true,
          },
          <>
            <StateCell state={toolsState(t, agent)} />
            <StateCell state={serversState(t, agent)} />
            <CallsCell agent={agent} />
            <Last atMs={agent.lastRequestMs} />
          </>,
        ),
      )}
      {entries.length > 0 && <Group label={t("hosts.other.title")} />}
      {entries.map(({ id, name, atMs, isUsed }) =>
        row(
          { entry: id },
          { icon: PlugIcon, name, below: t("hosts.other.made", { when: briefTime(atMs) }) },
          <>
            <StateCell state={null} />
            <StateCell
              state={{
                tone: isUsed ? "ok" : "none",
                word: t(isUsed ? "hosts.other.used" : "hosts.other.unused"),
                below: t("agents.below.through"),
              }}
            />
            <StateCell state={null} />
            <Last atMs={null} />
          </>,
        ),
      )}
      {programs.length > 0 && <Group label={t("programs.list")} />}
      {programs.map((program) =>
        row(
          { program: program.id },
          { icon: ProgramIcon, name: program.name, below: <OfServer program={program} /> },
          <>
            <StateCell state={null} />
            <StateCell state={null} />
            <ProgramCell program={program} />
            <Last atMs={program.usedAtMs} />
          </>,
        ),
      )}
    </Table>
  );
}

interface HeadProps {
  icon: IconKind;
  name: string;
  below: ReactNode;
  isWire?: boolean;
}

function Head({ icon, name, below, isWire = false, current }: HeadProps & { current: boolean }) {
  return (
    <Cell strong>
      <button type="button" className={s.name} aria-pressed={current} title={name}>
        <Icon of={icon} className="ink2" />
        <b className="cut">{name}</b>
        <span className={cx("cut", s.below, isWire && "wire")}>{below}</span>
      </button>
    </Cell>
  );
}

function OfServer({ program: { serverId, requests } }: { program: ProgramView }) {
  const t = useT();
  const server = useMirror((state) => (serverId === null ? undefined : state.servers[serverId]));
  return server === undefined
    ? t("programs.requests", { count: requests })
    : t("programs.ofServer", { name: server.name });
}

function ProgramCell({ program }: { program: ProgramView }) {
  const t = useT();
  const amount = useAmount();
  const budget = useMirror((state) => state.limits.servers[program.id]?.[0]);
  return <StateCell state={programState(t, program, budget, amount)} />;
}

function CallsCell({ agent }: { agent: AgentRow }) {
  const t = useT();
  const program = useMirror(({ programs }) => programs[agent.calls?.programId ?? ""]);
  return <StateCell state={callsState(t, agent, program)} />;
}

/** Empty where there is no such door. */
function StateCell({ state }: { state: DoorState | null }) {
  if (state === null) return <Cell />;
  return (
    <Cell title={`${state.word}\n${state.below}`}>
      <span className={s.state}>
        <StateIcon tone={state.tone} />
        <StateWord state={state} />
        {state.below !== "" && <span className={cx("cut", s.below)}>{state.below}</span>}
      </span>
    </Cell>
  );
}

export function StateIcon({ tone }: Pick<DoorState, "tone">) {
  if (tone === "ok") return <Icon of={CheckIcon} className="ok" />;
  if (tone === "warn") return <Icon of={WarnIcon} className="warn" />;
  return (
    <span className={s.dot}>
      {tone === "none" ? <Dot state="off" /> : <span className={s.half} aria-hidden="true" />}
    </span>
  );
}

export const StateWord = ({ state: { tone, word } }: { state: DoorState }) => (
  <span
    className={cx(
      "cut",
      tone === "warn" && "warn",
      tone === "warn" && s.strong,
      tone === "none" && "ink2",
    )}
  >
    {word}
  </span>
);

const Last = ({ atMs }: { atMs: number | null }) => (
  <Cell number>{atMs === null ? "" : briefTime(atMs)}</Cell>
);

const Group = ({ label }: { label: string }) => (
  <tr className={s.group}>
    <th scope="rowgroup">{label}</th>
  </tr>
);
