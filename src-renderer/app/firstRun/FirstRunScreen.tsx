// Connects the start page to the state: the agents, the demo, the ways to servers and programs.
import { lazy, Suspense, useState } from "react";
import type { AgentRow } from "#shared/agents/agentRow.ts";
import { runDemo } from "#data/commands.ts";
import { lookAgain, useLooked } from "#data/agents.ts";
import { useMirror } from "#data/mirror.ts";
import { goTo, openServerDialog, openStart, useView } from "#data/view.ts";
import { useAction } from "#kit/hooks/useAction.ts";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { FirstRun } from "./FirstRun.tsx";

// What only dialogs need does not delay the start.
const SetUpDialog = lazy(async () => ({
  default: (await import("#rooms/agents/setup/SetUpDialog.tsx")).SetUpDialog,
}));
const NewProgramDialog = lazy(async () => ({
  default: (await import("#rooms/agents/programs/ProgramDialog.tsx")).NewProgramDialog,
}));

/** The bundled server's tool that sends one short request. */
const DEMO_TOOL = "ask";

/** True if the user opened it, or while there are no servers of their own, no requests yet, and none was deleted. */
export function useStart(): boolean {
  const isAsked = useView((state) => state.start !== null);
  const isDemoOnly = useMirror((state) =>
    Object.values(state.servers).every((server) => server.source === "demo"),
  );
  const isNew = useMirror((state) => Object.keys(state.requests).length === 0);
  const forgotten = useMirror((state) => state.desk.forgotten > 0);
  return isAsked || (isDemoOnly && isNew && !forgotten);
}

/** The one used last comes first. */
const byUse = (a: AgentRow, b: AgentRow): number =>
  (b.usedAtMs ?? 0) - (a.usedAtMs ?? 0) || a.name.localeCompare(b.name);

/** Something of it can be held. */
const hasDoors = ({ tools, servers, calls }: AgentRow): boolean =>
  tools !== null || calls !== null || servers.some((host) => host.servers.length > 0);

export function FirstRunScreen() {
  const isDone = useView((state) => state.start === "done");
  const looked = useLooked("agents.list");
  const { failure, tell } = useAction();
  const [opened, setOpened] = useState<{ agent: string } | "program" | null>(null);
  const rows = looked?.ok === true ? looked.value : null;
  const notListed = looked?.ok === false ? looked.failure : null;
  const row = rows?.find(({ name }) => typeof opened === "object" && opened?.agent === name);
  const close = (): void => setOpened(null);
  return (
    <>
      <FirstRun
        isDone={isDone}
        agents={notListed === null ? (rows?.filter(hasDoors).toSorted(byUse) ?? null) : []}
        problem={<FailureBar failure={failure ?? notListed} />}
        onRefresh={lookAgain}
        onAgent={({ name }) => {
          // It stays also once there are the agent's servers.
          openStart(isDone ? "done" : "asked");
          setOpened({ agent: name });
        }}
        onAgents={() => goTo("agents")}
        onDemo={async () => {
          tell(await runDemo(DEMO_TOOL));
        }}
        onServer={() => openServerDialog({ kind: "add" })}
        onProgram={() => setOpened("program")}
        onHistory={() => goTo("history")}
      />
      <Suspense fallback={null}>
        {row !== undefined && <SetUpDialog row={row} onClose={close} />}
        {opened === "program" && <NewProgramDialog onClose={close} />}
      </Suspense>
    </>
  );
}
