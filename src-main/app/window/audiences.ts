// Connects listeners of the desk and services to the window's pushes.
import type { Failure } from "#shared/outcome.ts";
import type { ProgramView } from "#shared/programs/program.ts";
import type { TeamView } from "#shared/team/view.ts";
import type { StreamView } from "#shared/sampling/life/stream.ts";
import type { Desk } from "../../desk/core/desk.ts";
import { shownSample } from "../../desk/core/shown.ts";
import type { DeskListener } from "../../desk/ports.ts";
import type { Pusher } from "../../ipc/push.ts";
import type { ServiceAudience } from "../../services/ports.ts";
import type { ArrivedRequest } from "../system/notify.ts";

interface Reads {
  /** Read when a push is sent, so that many changes in one turn cost one copy. */
  desk(): Desk;
  team(): TeamView;
  programs(): ProgramView[];
  /** The number of requests that wait for the user, and the one that just arrived. */
  waiting(count: number, arrived: ArrivedRequest | null): void;
  /** The desk's view changed: its mode or counters. */
  moved(): void;
}

export function audiences(
  pusher: Pusher,
  fault: (failure: Failure) => void,
  reads: Reads,
): { desk: DeskListener; services: ServiceAudience } {
  const known = new Set<string>();
  const tell = (id: string, open: boolean, server: string): void => {
    if (open === known.has(id)) return;
    if (open) known.add(id);
    else known.delete(id);
    reads.waiting(known.size, open ? { what: { kind: "request", id }, server } : null);
  };
  const runs = ({ sampleId, attemptId }: StreamView): boolean => {
    const attempts = reads.desk().sample(sampleId)?.attempts;
    return attempts?.find(({ id }) => id === attemptId)?.state.kind === "running";
  };
  return {
    desk: {
      sampleChanged(sampleId) {
        const desk = reads.desk();
        pusher.sample(sampleId, () => shownSample(desk, sampleId));
        const server = desk.sample(sampleId)?.asker.name ?? "";
        tell(sampleId, desk.needsUser(sampleId), server);
      },
      sampleRemoved(sampleId) {
        pusher.sampleRemoved(sampleId);
        // Of another desk, once this one leaves the team.
        tell(sampleId, false, "");
      },
      streamed: (more) => pusher.stream({ kind: "stream", ...more }, () => runs(more)),
      deskChanged() {
        pusher.pushLatest("desk", () => ({ kind: "desk", desk: reads.desk().view() }));
        reads.moved();
      },
      fault,
    },
    services: {
      serverChanged: (server) => pusher.push({ kind: "server", server }),
      // Replaces a pending push about the same server.
      serverRemoved: (id) =>
        pusher.pushLatest(`server ${id}`, () => ({ kind: "server-removed", id })),
      programsChanged: () =>
        pusher.pushLatest("programs", () => ({ kind: "programs", programs: reads.programs() })),
      hostsChanged: () => pusher.pushLatest("hosts", () => ({ kind: "hosts-changed" })),
      serverLines: (id, lines) => pusher.push({ kind: "server-lines", id, lines }),
      trafficRows: (id, rows, forgotten, firstSeq) =>
        pusher.push({ kind: "traffic", id, rows, forgotten, firstSeq }),
      runChanged: (run) => pusher.push({ kind: "run", run }),
      runRemoved: (id) => pusher.pushLatest(`run ${id}`, () => ({ kind: "run-removed", id })),
      localChanged: (local) => pusher.push({ kind: "local", local }),
      modelsChanged: (models) => pusher.push({ kind: "models", models }),
      fixturesChanged: (fixtures) =>
        pusher.pushLatest("fixtures", () => ({ kind: "fixtures", fixtures })),
      historyMoved: (history) => pusher.push({ kind: "history", history }),
      verifyingMoved: (verifying) => pusher.push({ kind: "verifying", verifying }),
      dryRunning: (running) => pusher.push({ kind: "dry-run", running }),
      historyImported: (imported) => pusher.push({ kind: "history-import", imported }),
      historyTask: (task) => pusher.push({ kind: "history-task", task }),
      keepingMoved: (keeping) => pusher.push({ kind: "keeping", keeping }),
      rulesChanged: (rules) => pusher.push({ kind: "rules", rules }),
      teamChanged: () => pusher.pushLatest("team", () => ({ kind: "team", team: reads.team() })),
      limitsChanged: (limits) => pusher.push({ kind: "limits", limits }),
      settingsChanged: (settings) => pusher.push({ kind: "settings", settings }),
      fault,
    },
  };
}
