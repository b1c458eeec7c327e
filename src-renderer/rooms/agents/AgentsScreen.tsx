// The Agents room: the agents of this computer and the programs that call models themselves, each with its panel.
import { useRef, useState } from "react";
import type { Failure } from "#shared/outcome.ts";
import { KEYS } from "#shared/shortcuts.ts";
import { useT } from "#words/index.ts";
import { useActions } from "#data/actions.ts";
import { useHosts, useLooked } from "#data/agents.ts";
import { useMirror } from "#data/mirror.ts";
import { useView, view } from "#data/view.ts";
import type { AgentRowKey } from "#data/view.ts";
import { PaneEdge } from "#app/panes/PaneEdge.tsx";
import { Button } from "#kit/controls/Button.tsx";
import { Empty } from "#kit/layout/Empty.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { LoadingBars } from "#kit/layout/LoadingBars.tsx";
import { Room, RoomList } from "#kit/layout/Room.tsx";
import { TitleBar } from "#kit/layout/Section.tsx";
import { selectorBeside } from "#kit/layout/Table.tsx";
import { AgentPanel } from "./AgentPanel.tsx";
import { AgentTable, isSameRow } from "./AgentTable.tsx";
import type { Rows } from "./AgentTable.tsx";
import { ConnectAgentDialog } from "./ConnectAgentDialog.tsx";
import { EntryPanel, ProgramPanel } from "./ProgramPanel.tsx";
import { OpenedProgram } from "./programs/OpenedProgram.tsx";
import { NewProgramDialog } from "./programs/ProgramDialog.tsx";
import s from "./Agents.module.css";

export function AgentsScreen() {
  const t = useT();
  const { rows, failure } = useRows();
  const chosen = useView((state) => state.agentRow);
  const editedId = useView((state) => state.programId);
  const edited = useMirror((state) => (editedId === null ? undefined : state.programs[editedId]));
  const [adding, setAdding] = useState<"agent" | "program" | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const keys = rows === null ? [] : keysOf(rows);
  const selected = keys.find((key) => isSameRow(chosen, key)) ?? keys[0] ?? null;
  const step = (by: 1 | -1): void => {
    const row = list.current?.querySelector("[aria-selected]") ?? null;
    const button = row === null ? null : selectorBeside(row, by);
    button?.focus();
    button?.click();
  };
  useActions("agents", [
    {
      id: "agents-connect",
      group: "app",
      label: t("hosts.connect"),
      run: () => setAdding("agent"),
    },
    {
      id: "agents-program",
      group: "app",
      label: t("programs.add"),
      run: () => setAdding("program"),
    },
    {
      id: "agents-next",
      group: "app",
      label: t("shell.keys.next"),
      keys: KEYS.next,
      hidden: true,
      run: () => step(1),
    },
    {
      id: "agents-previous",
      group: "app",
      label: t("shell.keys.previous"),
      keys: KEYS.previous,
      hidden: true,
      run: () => step(-1),
    },
  ]);
  const close = (): void => setAdding(null);
  return (
    <Room alone={selected === null}>
      <RoomList>
        <TitleBar title={t("common.agents")}>
          <span className="grow" />
          <Button size="m" onClick={() => setAdding("agent")}>
            {t("hosts.connect")}
          </Button>
          <Button size="m" onClick={() => setAdding("program")}>
            {t("programs.add")}
          </Button>
        </TitleBar>
        <FailureBar failure={failure} />
        {rows === null && failure === null && <LoadingBars rows={3} />}
        {rows !== null && keys.length === 0 && (
          <Empty
            title={t("hosts.empty.title")}
            action={
              <Button level="primary" onClick={() => setAdding("agent")}>
                {t("hosts.connect")}
              </Button>
            }
          >
            {t("hosts.empty.text")}
          </Empty>
        )}
        {rows !== null && keys.length > 0 && (
          <>
            <p className={s.intro}>
              {t("agents.measured")} <b>{t("agents.state.direct")}</b> {t("agents.directMeans")}
            </p>
            <div className={s.rows} ref={list}>
              <AgentTable
                rows={rows}
                selected={selected}
                onSelect={(agentRow) => view.setState({ agentRow })}
                onEnter={enterPanel}
              />
            </div>
          </>
        )}
      </RoomList>
      {rows !== null && selected !== null && (
        <Panel key={JSON.stringify(selected)} rows={rows} selected={selected} />
      )}
      {adding === "agent" && <ConnectAgentDialog onClose={close} />}
      {adding === "program" && <NewProgramDialog onClose={close} />}
      {edited !== undefined && (
        <OpenedProgram
          what="edit"
          program={edited}
          onClose={() => view.setState({ programId: null })}
        />
      )}
      {selected !== null && <PaneEdge pane="panel" side="right" />}
    </Room>
  );
}

/** Null until they are known. The program of an agent's own model calls is part of its agent. */
function useRows(): { rows: Rows | null; failure: Failure | null } {
  const looked = useLooked("agents.list");
  const hosts = useHosts();
  const programs = Object.values(useMirror((state) => state.programs));
  if (looked?.ok === false) return { rows: null, failure: looked.failure };
  if (looked === null) return { rows: null, failure: null };
  const agents = looked.value;
  const own = new Set(agents.flatMap(({ calls }) => calls?.programId ?? []));
  const others = programs.filter(({ id }) => !own.has(id));
  return { rows: { agents, programs: others, entries: hosts?.others ?? [] }, failure: null };
}

const keysOf = ({ agents, programs, entries }: Rows): AgentRowKey[] => [
  ...agents.map(({ name }) => ({ agent: name })),
  ...entries.map(({ id }) => ({ entry: id })),
  ...programs.map(({ id }) => ({ program: id })),
];

function Panel({ rows, selected }: { rows: Rows; selected: AgentRowKey }) {
  const agent = rows.agents.find(({ name }) => isSameRow(selected, { agent: name }));
  if (agent !== undefined) return <AgentPanel row={agent} />;
  const program = rows.programs.find(({ id }) => isSameRow(selected, { program: id }));
  if (program !== undefined) return <ProgramPanel program={program} />;
  const entry = rows.entries.find(({ id }) => isSameRow(selected, { entry: id }));
  return entry === undefined ? null : <EntryPanel entry={entry} />;
}

const enterPanel = (): void => document.querySelector<HTMLElement>("aside button")?.focus();
