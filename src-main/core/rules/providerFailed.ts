// A program's request that a rule or permission let pass, and whose provider failed: nobody has anything to decide.
import { refusalForFailure } from "#shared/dialects/failureRefusal.ts";
import { reviewable, underWay } from "#shared/request/life/attempts.ts";
import type { RequestEvent } from "#shared/request/life/event.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";

type Refused = Omit<Extract<RequestEvent, { kind: "refused" }>, "atMs">;

/** The event that ends it with the provider's error; null for any other request or event. `request`: after it. */
export function providerFailed(request: HeldRequest, event: RequestEvent): Refused | null {
  if (event.kind !== "attempt-failed" && event.kind !== "attempt-stopped") return null;
  const failure = event.kind === "attempt-failed" ? event.failure : event.brokenOff;
  const attempt = request.attempts.find(({ id }) => id === event.attemptId);
  if (failure === undefined || attempt?.by.kind !== "rule" || request.reply.kind !== "http")
    return null;
  // What the user or another model wrote is still there to choose.
  const others = [...underWay(request), ...reviewable(request)].some(({ id }) => id !== attempt.id);
  const isOpen = request.phase.kind === "request" || request.phase.kind === "response";
  if (others || !isOpen) return null;
  return { kind: "refused", by: attempt.by, refusal: refusalForFailure(failure) };
}
