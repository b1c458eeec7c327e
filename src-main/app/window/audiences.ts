// Connects listeners of the desk and services to the window's pushes.
import type { Failure } from "#shared/outcome.ts";
import type { ProgramView } from "#shared/programs/program.ts";
import type { TeamView } from "#shared/team/view.ts";
import type { StreamView } from "#shared/request/life/stream.ts";
import type { Desk } from "../../core/desk/desk.ts";
import { shownRequest } from "../../core/desk/shown.ts";
import type { DeskListener } from "../../core/ports.ts";
import type { Pusher } from "../../ipc/push.ts";
import type { ServiceAudience } from "../../servicePorts.ts";
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
  const runs = ({ requestId, attemptId }: StreamView): boolean => {
    const attempts = reads.desk().request(requestId)?.attempts;
    return attempts?.find(({ id }) => id === attemptId)?.state.kind === "running";
  };
  return {
    desk: {
      requestChanged(requestId) {
        const desk = reads.desk();
        pusher.request(requestId, () => shownRequest(desk, requestId));
        const server = desk.request(requestId)?.requester.name ?? "";
        tell(requestId, desk.needsUser(requestId), server);
      },
      requestRemoved(requestId) {
        pusher.requestRemoved(requestId);
        // Of another desk, once this one leaves the team.
        tell(requestId, false, "");
      },
      streamed: (more) => pusher.stream({ kind: "stream", ...more }, () => runs(more)),
      deskChanged() {
        pusher.set("desk", () => reads.desk().view());
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
      localChanged: (local) => pusher.set("local", () => local),
      modelsChanged: (models) => pusher.set("models", () => models),
      fixturesChanged: (fixtures) => pusher.set("fixtures", () => fixtures),
      historyMoved: (history) => pusher.set("history", () => history),
      verifyingMoved: (verifying) => pusher.set("verifying", () => verifying),
      historyTask: (task) => pusher.set("historyTask", () => task),
      retentionChanged: (retention) => pusher.set("retention", () => retention),
      rulesChanged: (rules) => pusher.set("rules", () => rules),
      teamChanged: () => pusher.set("team", () => reads.team()),
      limitsChanged: (limits) => pusher.set("limits", () => limits),
      settingsChanged: (settings) => pusher.set("settings", () => settings),
      fault,
    },
  };
}
