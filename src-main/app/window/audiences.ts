// Joins what desk and services tell to the pushes that the window hears.
import type { Told } from "../../../src-shared/ipc/pushes.ts";
import type { Failure } from "../../../src-shared/outcome.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import type { StreamView } from "../../../src-shared/sampling/life/stream.ts";
import { isElicitationOpen } from "../../../src-shared/servers/elicitation.ts";
import type { Desk } from "../../desk/core/desk.ts";
import type { DeskAudience } from "../../desk/ports.ts";
import type { Pusher, StreamFate } from "../../ipc/push.ts";
import type { SentSamples } from "../../ipc/sentSamples.ts";
import type { ServiceAudience } from "../../services/ports.ts";

const isOpen = (sample: Sample | undefined): boolean =>
  sample !== undefined && sample.phase.kind !== "ended";

interface Reads {
  /** Read when a push is sent, not when it is caused: ten changes in one turn cost one copy. */
  desk(): Desk;
  /** How many requests wait for a person now, and the asker's name when one has just arrived. */
  waiting(count: number, arrived: string | null): void;
  /** The desk stands otherwise: its switch, what it counts. */
  moved(): void;
}

export function audiences(
  pusher: Pusher,
  sent: SentSamples,
  fault: (failure: Failure) => void,
  reads: Reads,
): { desk: DeskAudience; services: ServiceAudience } {
  const known = new Set<string>();
  const tell = (id: string, open: boolean, asker: string): void => {
    if (open === known.has(id)) return;
    if (open) {
      known.add(id);
      pusher.hurry();
    } else known.delete(id);
    reads.waiting(known.size, open ? asker : null);
  };
  const fateOf = ({ sampleId, attemptId }: StreamView): StreamFate => {
    const attempts = reads.desk().sample(sampleId)?.attempts;
    const { kind } = attempts?.find(({ id }) => id === attemptId)?.state ?? {};
    if (kind !== "running") return "drop";
    return sent.hasAttempt(sampleId, attemptId) ? "send" : "keep";
  };
  return {
    desk: {
      sampleChanged(sampleId) {
        const desk = reads.desk();
        const sample = desk.sample(sampleId);
        const asks = desk.asksPerson(sampleId);
        const key = `sample ${sampleId}`;
        const read = (): Told | null => {
          const latest = reads.desk().sample(sampleId);
          return latest === undefined ? null : sent.patch(latest);
        };
        // What rules decide may be over before anybody could have seen it: it need not be drawn meanwhile.
        if (asks || known.has(sampleId)) pusher.pushLatest(key, read);
        else pusher.pushUnhurried(key, read, () => isOpen(reads.desk().sample(sampleId)));
        tell(sampleId, asks, sample?.asker.name ?? "");
      },
      sampleRemoved(sampleId, why) {
        sent.forget(sampleId);
        const removed = { kind: "sample-removed" as const, id: sampleId };
        if (why === undefined) return pusher.push(removed);
        // In the place of what was still to be told of it. With as many as are kept, each that comes takes one away.
        pusher.pushUnhurried(`sample ${sampleId}`, () => removed);
      },
      streamed: (more) => pusher.stream({ kind: "stream", ...more }, () => fateOf(more)),
      deskChanged(what) {
        const read = (): Told => ({ kind: "desk", desk: reads.desk().view() });
        if (what === "count") return pusher.pushUnhurried("desk", read);
        pusher.pushLatest("desk", read);
        reads.moved();
      },
      fault,
    },
    services: {
      serverChanged(server, what) {
        if (what === undefined) return pusher.push({ kind: "server", server });
        pusher.pushUnhurried(`server ${server.id}`, () => ({ kind: "server", server }));
      },
      // In the place of a count that was still to be told.
      serverRemoved: (id) =>
        pusher.pushLatest(`server ${id}`, () => ({ kind: "server-removed", id })),
      serverLines: (id, lines) => pusher.push({ kind: "server-lines", id, lines }),
      trafficRows: (id, rows, forgotten, firstSeq) =>
        pusher.push({ kind: "traffic", id, rows, forgotten, firstSeq }),
      runChanged(run, what) {
        const newest = run.sampleIds.at(-1);
        const hurried = newest !== undefined && reads.desk().asksPerson(newest);
        if (what === undefined || hurried) return pusher.push({ kind: "run", run });
        // The list grows with each: of what rules decide one after the other it is told now and then.
        pusher.pushUnhurried(`run ${run.id}`, () => ({ kind: "run", run }));
      },
      // In the place of what it had caused, which was still to be told.
      runRemoved: (id) => pusher.pushLatest(`run ${id}`, () => ({ kind: "run-removed", id })),
      elicitationChanged(elicitation) {
        pusher.push({ kind: "elicitation", elicitation });
        tell(elicitation.id, isElicitationOpen(elicitation), elicitation.serverName);
      },
      elicitationRemoved: (id) => pusher.push({ kind: "elicitation-removed", id }),
      localChanged: (local) => pusher.push({ kind: "local", local }),
      modelsChanged: (models) => pusher.push({ kind: "models", models }),
      fixturesChanged: (fixtures) =>
        pusher.pushLatest("fixtures", () => ({ kind: "fixtures", fixtures })),
      // The record grows with whatever happens: what is read of it is up to date without this.
      historyMoved: (history) =>
        pusher.pushUnhurried("history", () => ({ kind: "history", history })),
      verifyingMoved: (verifying) => pusher.push({ kind: "verifying", verifying }),
      dryRunning: (running) => pusher.push({ kind: "dry-run", running }),
      historyImported: (imported) => pusher.push({ kind: "history-import", imported }),
      historyTask: (task) => pusher.push({ kind: "history-task", task }),
      keepingMoved: (keeping) => pusher.push({ kind: "keeping", keeping }),
      rulesChanged: (rules) => pusher.push({ kind: "rules", rules }),
      limitsChanged: (limits) => pusher.push({ kind: "limits", limits }),
      settingsChanged: (settings) => pusher.push({ kind: "settings", settings }),
      fault,
    },
  };
}
