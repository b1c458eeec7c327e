// Which generations of one request run now and which wait for their turn.
import { running, underWay, waiting } from "../../../src-shared/sampling/life/attempts.ts";
import type { SampleEvent } from "../../../src-shared/sampling/life/event.ts";
import type { Attempt, Sample } from "../../../src-shared/sampling/life/sample.ts";

/** A generation that has to wait says so in the record. `atOnce`: how many run at once for one request. */
export function queueIfBusy(sample: Sample, event: SampleEvent, atOnce: number): SampleEvent {
  const full = underWay(sample).length >= atOnce;
  return event.kind === "request-approved" && full ? { ...event, waits: true } : event;
}

/** The attempt whose turn it is now, if there is one. */
export function nextQueued(sample: Sample, atOnce: number): Attempt | undefined {
  return running(sample).length < atOnce ? waiting(sample)[0] : undefined;
}
