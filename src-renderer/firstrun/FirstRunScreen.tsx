// The first run joined to what main holds: what was found, the demo, the ways to models and servers.
import { useEffect, useState } from "react";
import type { Failure } from "../../src-shared/outcome.ts";
import { runDemo, send } from "../state/commands.ts";
import {
  found as foundStore,
  lookForServers,
  newServers,
  useFound,
} from "../state/requests/found.ts";
import { useMirror } from "../state/mirror.ts";
import { go, openSettings } from "../state/view.ts";
import { FailureBar } from "../components/requests/FailureBar.tsx";
import { FirstRun } from "./FirstRun.tsx";
import { helpersOf, smallModel } from "./helpers.ts";

/** The tool of the bundled server that asks one short question. */
const DEMO_TOOL = "ask";

/** True while there is no server of the person's own and nothing has been asked. */
export function useFirstRun(): boolean {
  const servers = useMirror((state) =>
    Object.values(state.servers).every((server) => server.source === "demo"),
  );
  const samples = useMirror((state) => Object.keys(state.samples).length === 0);
  const forgotten = useMirror((state) => state.desk.forgotten > 0);
  return servers && samples && !forgotten;
}

export function FirstRunScreen() {
  const models = useMirror((state) => state.models);
  const secretStorage = useMirror((state) => state.machine.secretStorage);
  const config = useFound((state) => state.config);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    void lookForServers();
    void send("models.refresh");
  }, []);
  const fresh = newServers(config);
  return (
    <FirstRun
      helpers={helpersOf(models)}
      small={smallModel(models)}
      found={
        config === null
          ? null
          : { count: fresh.length, programs: [...new Set(fresh.map(({ program }) => program))] }
      }
      secretStorage={secretStorage}
      problem={failure === null ? null : <FailureBar failure={failure} />}
      onDemo={async () => {
        const result = await runDemo(DEMO_TOOL);
        setFailure(result.ok ? null : result.failure);
      }}
      onModels={() => openSettings("models")}
      onImport={() => {
        foundStore.setState({ open: true });
        go("servers");
      }}
      onServers={() => go("servers")}
    />
  );
}
