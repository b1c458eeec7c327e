// The life of a request as a pure function: (request, event) → next request and effects, or null when the event does
// not apply. One rule per phase; the type requires all of them.
import { assertNever } from "../../outcome.ts";
import { isGenerating } from "./attempts.ts";
import { attemptEnded, byHand, generate, run, start, stop } from "./attemptSteps.ts";
import type { RequestEvent } from "./event.ts";
import type { Phase, HeldRequest } from "./heldRequest.ts";
import {
  applyAside,
  approveResponse,
  backToRequest,
  takenBack,
  cancel,
  completed,
  deliver,
  delivered,
  documentUpdated,
  errorDelivered,
  judged,
  received,
  withTimelineEntry,
  refuse,
  refusedMore,
  reject,
} from "./steps.ts";
import type { Step } from "./steps.ts";

type Rules = {
  [K in Phase["kind"]]: (
    request: HeldRequest,
    event: RequestEvent,
    phase: Extract<Phase, { kind: K }>,
  ) => Step | null;
};

const rules: Rules = {
  request(request, event) {
    switch (event.kind) {
      case "judged":
        return judged(request, event);
      case "document-updated":
        return documentUpdated(request, event);
      case "request-approved":
        return generate(request, event);
      case "run-approved":
        return run(request, event);
      case "answered-by-hand":
      case "answered-by-fixture":
        return byHand(request, event);
      case "attempt-done":
      case "attempt-stopped":
      case "attempt-failed":
        return attemptEnded(request, event);
      case "rejected":
        return reject(request, event, 1);
      case "refused":
        return refuse(request, event);
      case "cancelled":
        return cancel(request, event);
      default:
        return null;
    }
  },
  response(request, event) {
    switch (event.kind) {
      case "judged":
        return judged(request, event);
      case "request-approved":
        return generate(request, event);
      case "answered-by-hand":
        return byHand(request, event);
      case "attempt-done":
      case "attempt-stopped":
      case "attempt-failed":
        return attemptEnded(request, event);
      case "attempt-started":
        return start(request, event);
      case "stop-asked":
        return stop(request, event);
      case "returned-to-request":
        return backToRequest(request, event);
      case "response-approved":
        return approveResponse(request, event);
      case "rejected":
        return reject(request, event, 2);
      case "refused":
        return refuse(request, event);
      case "cancelled":
        return cancel(request, event);
      default:
        return null;
    }
  },
  ready(request, event, phase) {
    switch (event.kind) {
      case "completed":
        return completed(request, event);
      case "taken-back":
        return takenBack(request, event);
      case "released":
        return deliver(withTimelineEntry(request, event, true), phase, []);
      case "attempt-done":
      case "attempt-stopped":
      case "attempt-failed":
        return attemptEnded(request, event);
      case "refused":
        return refuse(request, event);
      case "cancelled":
        return cancel(request, event);
      default:
        return null;
    }
  },
  delivering(request, event, phase) {
    switch (event.kind) {
      case "taken-back":
        // Of a team's request, by the desk that has not sent it.
        return event.by.kind === "desk" ? takenBack(request, event) : null;
      case "completed":
        return completed(request, event);
      case "delivered":
      case "delivery-failed":
      case "delivery-unknown":
        return delivered(request, phase, event);
      case "attempt-done":
      case "attempt-stopped":
      case "attempt-failed":
        return attemptEnded(request, event);
      default:
        return null;
    }
  },
  // After a request has ended: how its aborted attempts ended, whether its error was delivered, and further refusals
  // counted with it.
  ended(request, event, phase) {
    switch (event.kind) {
      case "completed":
        return completed(request, event);
      case "delivered":
      case "delivery-failed":
      case "delivery-unknown":
        return errorDelivered(request, phase, event);
      case "attempt-done":
      case "attempt-stopped":
      case "attempt-failed":
        return attemptEnded(request, event);
      case "refused-more":
        return refusedMore(request, event);
      default:
        return null;
    }
  },
};

/**
 * The next request and the effects of `event`, or null when it does not apply: a late click is stale, not an error.
 * `request` is null before the first event. Performs nothing: `src-main/core/desk/eventApplier.ts` does.
 */
export function advance(request: HeldRequest | null, event: RequestEvent): Step | null {
  const step =
    request === null ? first(event) : (applyAside(request, event) ?? ruled(request, event));
  return step === null ? null : { ...step, request: withWait(request, step.request, event.atMs) };
}

const first = (event: RequestEvent): Step | null =>
  event.kind === "received" ? received(event) : null;

function ruled(request: HeldRequest, event: RequestEvent): Step | null {
  const { phase } = request;
  switch (phase.kind) {
    case "request":
      return rules.request(request, event, phase);
    case "response":
      return rules.response(request, event, phase);
    case "ready":
      return rules.ready(request, event, phase);
    case "delivering":
      return rules.delivering(request, event, phase);
    case "ended":
      return rules.ended(request, event, phase);
    default:
      return assertNever(phase);
  }
}

/** The gate where it waits for the user. An approved response waits for its siblings, not for the user. */
function gateOf(request: HeldRequest): 1 | 2 | null {
  if (request.phase.kind === "request") return 1;
  return request.phase.kind === "response" && !isGenerating(request) ? 2 : null;
}

/**
 * The request with the deadline of its wait, started anew at `atMs` when it has come to another gate. Time never approves
 * anything: a request whose time is up is refused (`src-main/core/admission/limits.ts`).
 */
function withWait(before: HeldRequest | null, request: HeldRequest, atMs: number): HeldRequest {
  const { longestWait, waits, ...rest } = request;
  if (longestWait === undefined) return request;
  if (request.phase.kind === "ended") return rest;
  const gate = gateOf(request);
  if (gate === null) return waits === undefined ? request : { ...rest, longestWait };
  if (waits !== undefined && before !== null && gateOf(before) === gate) return request;
  const { limit, scope } = longestWait;
  return { ...request, waits: { atMs: atMs + limit, totalMs: limit, scope } };
}
