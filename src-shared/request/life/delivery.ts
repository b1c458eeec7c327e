// Records whether a response, or the error in place of one, was delivered.
import type { ErrorDelivery, Phase, HeldRequest } from "./heldRequest.ts";
import { end, withTimelineEntry } from "./steps.ts";
import type { EventOf, Step } from "./steps.ts";

type DeliveryEvent = EventOf<"delivered" | "delivery-failed" | "delivery-unknown">;

/** Records whether the error that reports an ending was delivered: once, and without changing the ending otherwise. */
export function errorDelivered(
  request: HeldRequest,
  phase: Extract<Phase, { kind: "ended" }>,
  event: DeliveryEvent,
): Step | null {
  const { ending } = phase;
  if ("attemptId" in ending || ending.delivery !== undefined) return null;
  const delivery = errorDelivery(event);
  return {
    request: {
      ...withTimelineEntry(request, event, false),
      phase: { ...phase, ending: { ...ending, delivery } },
    },
    effects: [],
  };
}

function errorDelivery(event: DeliveryEvent): ErrorDelivery {
  switch (event.kind) {
    case "delivery-failed":
      return { kind: "failed", detail: event.detail };
    case "delivery-unknown":
      return { kind: "unknown" };
    case "delivered":
      return event.stream?.begun === true
        ? { kind: "delivered", stream: { begun: true } }
        : { kind: "delivered" };
  }
}

/** Ends a delivered request. The transport reports a delivery once; nothing more is sent after it. */
export function delivered(
  request: HeldRequest,
  phase: Extract<Phase, { kind: "delivering" }>,
  event: DeliveryEvent,
): Step {
  const { kind: _kind, ...decided } = phase;
  switch (event.kind) {
    case "delivered":
      return end(request, event, { kind: "replied", ...decided }, null);
    case "delivery-failed":
      return end(request, event, { kind: "undeliverable", ...decided, detail: event.detail }, null);
    case "delivery-unknown":
      return end(request, event, { kind: "unknown", ...decided }, null);
  }
}
