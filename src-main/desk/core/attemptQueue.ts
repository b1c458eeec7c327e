// Which generations of a request run now and which wait.
import { running, underWay, waiting } from "../../../src-shared/sampling/life/attempts.ts";
import type { SampleEvent } from "../../../src-shared/sampling/life/event.ts";
import type { Attempt, Sample } from "../../../src-shared/sampling/life/sample.ts";

/** Marks an approved request as waiting when `atOnce` generations are already under way. */
export function queueIfBusy(sample: Sample, event: SampleEvent, atOnce: number): SampleEvent {
  const full = underWay(sample).length >= atOnce;
  return event.kind === "request-approved" && full ? { ...event, waits: true } : event;
}

/** The next waiting attempt, if there is room for it. */
export function nextQueued(sample: Sample, atOnce: number): Attempt | undefined {
  return running(sample).length < atOnce ? waiting(sample)[0] : undefined;
}
