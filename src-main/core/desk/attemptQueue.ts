// Which generations of a request run now and which wait.
import type { ModelRef } from "#shared/models/model.ts";
import type { Failure } from "#shared/outcome.ts";
import { running, underWay, waiting } from "#shared/request/life/attempts.ts";
import type { RequestEvent } from "#shared/request/life/event.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";

/** Marks an approved request as waiting when `atOnce` generations are already under way. */
export function queueIfBusy(
  request: HeldRequest,
  event: RequestEvent,
  atOnce: number,
): RequestEvent {
  const full = underWay(request).length >= atOnce;
  return event.kind === "request-approved" && full ? { ...event, waits: true } : event;
}

/**
 * What happens to the next waiting attempt, if there is room for it: it starts, or it is given up because its model may
 * no longer be used.
 */
export function startOf(
  request: HeldRequest,
  atOnce: number,
  checkModel: (model: ModelRef) => Failure | null,
): { kind: "attempt-started" | "stop-asked"; attemptId: string } | null {
  const [next] = running(request).length < atOnce ? waiting(request) : [];
  if (next === undefined) return null;
  const mayNot = next.model !== null && checkModel(next.model) !== null;
  return { kind: mayNot ? "stop-asked" : "attempt-started", attemptId: next.id };
}
