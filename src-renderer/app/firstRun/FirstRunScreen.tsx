// Connects the start page to the state: what was found, the demo, the ways to models and servers.
import { useEffect } from "react";
import { runDemo, send } from "#data/commands.ts";
import {
  searchForServers,
  unconfiguredServers,
  useFoundServers,
} from "#data/requests/foundServers.ts";
import { useMirror } from "#data/mirror.ts";
import { goTo, openServerDialog, openSettings, useView } from "#data/view.ts";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { FirstRun } from "./FirstRun.tsx";
import { helpersOf, smallModel } from "./helpers.ts";
import { useAction } from "#kit/hooks/useAction.ts";

/** The bundled server's tool that sends one short request. */
const DEMO_TOOL = "ask";

/** True if the user opened it, or while there are no servers of their own, no requests yet, and none was deleted. */
export function useStart(): boolean {
  const isAsked = useView((state) => state.start !== null);
  const isDemoOnly = useMirror((state) =>
    Object.values(state.servers).every((server) => server.source === "demo"),
  );
  const isNew = useMirror((state) => Object.keys(state.samples).length === 0);
  const forgotten = useMirror((state) => state.desk.forgotten > 0);
  return isAsked || (isDemoOnly && isNew && !forgotten);
}

export function FirstRunScreen() {
  const isDone = useView((state) => state.start === "done");
  const models = useMirror((state) => state.models);
  const config = useFoundServers((state) => state.config);
  const { failure, tell } = useAction();
  useEffect(() => {
    void searchForServers();
    void send("models.refresh");
  }, []);
  const fresh = unconfiguredServers(config);
  return (
    <FirstRun
      isDone={isDone}
      helpers={helpersOf(models)}
      small={smallModel(models)}
      found={
        config === null
          ? null
          : { count: fresh.length, programs: [...new Set(fresh.map(({ program }) => program))] }
      }
      problem={failure === null ? null : <FailureBar failure={failure} />}
      onDemo={async () => {
        tell(await runDemo(DEMO_TOOL));
      }}
      onModels={() => openSettings("models")}
      onImport={() => openServerDialog({ kind: "import" })}
      onAdd={() => openServerDialog({ kind: "add" })}
      onHistory={() => goTo("history")}
    />
  );
}
