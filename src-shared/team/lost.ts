// What any desk of the team appends when the desk that received a request no longer answers.
import { running } from "../request/life/attempts.ts";
import type { RequestEvent } from "../request/life/event.ts";
import type { HeldRequest } from "../request/life/heldRequest.ts";

/**
 * The events that end the request: undeliverable, or unknown where its response was on its way. The database takes
 * them only once the holder's heartbeat has run out.
 */
export function eventsOfLostHolder(request: HeldRequest, atMs: number): RequestEvent[] {
  if (request.phase.kind === "ended") return [];
  const at = { atMs, by: { kind: "desk" as const } };
  const ending: RequestEvent =
    request.phase.kind === "delivering"
      ? { ...at, kind: "delivery-unknown" }
      : { ...at, kind: "cancelled", because: { kind: "holder-lost" } };
  const attempts = running(request).map((attempt): RequestEvent => ({
    ...at,
    kind: "attempt-failed",
    attemptId: attempt.id,
    failure: { kind: "model-desk-ended" },
    tookMs: 0,
  }));
  return [ending, ...attempts];
}
