// The life of a request as a pure function: (sample, event) → next sample and effects, or null when the event does
// not apply. One rule per phase; the type requires all of them.
import { assertNever } from "../../outcome.ts";
import { applyAside, received, refusedMore } from "./asides.ts";
import { attemptEnded, byHand, generate, run, start, stop } from "./attemptSteps.ts";
import { delivered, errorDelivered } from "./delivery.ts";
import type { SampleEvent } from "./event.ts";
import type { Phase, Sample } from "./heldRequest.ts";
import {
  approveResponse,
  backToRequest,
  takenBack,
  cancel,
  completed,
  deliver,
  documentUpdated,
  judged,
  withTimelineEntry,
  refuse,
  reject,
} from "./steps.ts";
import type { Step } from "./steps.ts";
import { withWait } from "./waiting.ts";

type Rules = {
  [K in Phase["kind"]]: (
    sample: Sample,
    event: SampleEvent,
    phase: Extract<Phase, { kind: K }>,
  ) => Step | null;
};

const rules: Rules = {
  request(sample, event) {
    switch (event.kind) {
      case "judged":
        return judged(sample, event);
      case "document-updated":
        return documentUpdated(sample, event);
      case "request-approved":
        return generate(sample, event);
      case "run-approved":
        return run(sample, event);
      case "answered-by-hand":
      case "answered-by-fixture":
        return byHand(sample, event);
      case "attempt-done":
      case "attempt-stopped":
      case "attempt-failed":
        return attemptEnded(sample, event);
      case "rejected":
        return reject(sample, event, 1);
      case "refused":
        return refuse(sample, event);
      case "cancelled":
        return cancel(sample, event);
      default:
        return null;
    }
  },
  response(sample, event) {
    switch (event.kind) {
      case "judged":
        return judged(sample, event);
      case "request-approved":
        return generate(sample, event);
      case "answered-by-hand":
        return byHand(sample, event);
      case "attempt-done":
      case "attempt-stopped":
      case "attempt-failed":
        return attemptEnded(sample, event);
      case "attempt-started":
        return start(sample, event);
      case "stop-asked":
        return stop(sample, event);
      case "returned-to-request":
        return backToRequest(sample, event);
      case "response-approved":
        return approveResponse(sample, event);
      case "rejected":
        return reject(sample, event, 2);
      case "refused":
        return refuse(sample, event);
      case "cancelled":
        return cancel(sample, event);
      default:
        return null;
    }
  },
  ready(sample, event, phase) {
    switch (event.kind) {
      case "completed":
        return completed(sample, event);
      case "taken-back":
        return takenBack(sample, event);
      case "released":
        return deliver(withTimelineEntry(sample, event, true), phase, []);
      case "attempt-done":
      case "attempt-stopped":
      case "attempt-failed":
        return attemptEnded(sample, event);
      case "refused":
        return refuse(sample, event);
      case "cancelled":
        return cancel(sample, event);
      default:
        return null;
    }
  },
  delivering(sample, event, phase) {
    switch (event.kind) {
      case "taken-back":
        // Of a team's request, by the desk that has not sent it.
        return event.by.kind === "desk" ? takenBack(sample, event) : null;
      case "completed":
        return completed(sample, event);
      case "delivered":
      case "delivery-failed":
      case "delivery-unknown":
        return delivered(sample, phase, event);
      case "attempt-done":
      case "attempt-stopped":
      case "attempt-failed":
        return attemptEnded(sample, event);
      default:
        return null;
    }
  },
  // After a request has ended: how its aborted attempts ended, whether its error was delivered, and further refusals
  // counted with it.
  ended(sample, event, phase) {
    switch (event.kind) {
      case "completed":
        return completed(sample, event);
      case "delivered":
      case "delivery-failed":
      case "delivery-unknown":
        return errorDelivered(sample, phase, event);
      case "attempt-done":
      case "attempt-stopped":
      case "attempt-failed":
        return attemptEnded(sample, event);
      case "refused-more":
        return refusedMore(sample, event);
      default:
        return null;
    }
  },
};

/**
 * The next sample and the effects of `event`, or null when it does not apply: a late click is stale, not an error.
 * `sample` is null before the first event. Performs nothing: `src-main/core/desk/effectRunner.ts` does.
 */
export function advance(sample: Sample | null, event: SampleEvent): Step | null {
  const step = sample === null ? first(event) : (applyAside(sample, event) ?? ruled(sample, event));
  return step === null ? null : { ...step, sample: withWait(sample, step.sample, event.atMs) };
}

const first = (event: SampleEvent): Step | null =>
  event.kind === "received" ? received(event) : null;

function ruled(sample: Sample, event: SampleEvent): Step | null {
  const { phase } = sample;
  switch (phase.kind) {
    case "request":
      return rules.request(sample, event, phase);
    case "response":
      return rules.response(sample, event, phase);
    case "ready":
      return rules.ready(sample, event, phase);
    case "delivering":
      return rules.delivering(sample, event, phase);
    case "ended":
      return rules.ended(sample, event, phase);
    default:
      return assertNever(phase);
  }
}
