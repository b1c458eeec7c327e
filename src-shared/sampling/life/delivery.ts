// How what a server gets fared: the answer, or the error in place of one.
import type { ErrorDelivery, Phase, Sample } from "./sample.ts";
import { end, noted } from "./steps.ts";
import type { EventOf, Step } from "./steps.ts";

type DeliveryEvent = EventOf<"delivered" | "delivery-failed" | "delivery-unknown">;

/** How the error fared that tells a server of an ending: said once, and nothing else of the ending changes. */
export function errorDelivered(
  sample: Sample,
  phase: Extract<Phase, { kind: "ended" }>,
  event: DeliveryEvent,
): Step | null {
  const { ending } = phase;
  if ("attemptId" in ending || ending.delivery !== undefined) return null;
  const delivery: ErrorDelivery =
    event.kind === "delivery-failed"
      ? { kind: "failed", detail: event.detail }
      : { kind: event.kind === "delivered" ? "delivered" : "unknown" };
  return {
    sample: {
      ...noted(sample, event, false),
      phase: { ...phase, ending: { ...ending, delivery } },
    },
    effects: [],
  };
}

/** Whether the reply left is told once by the transport; from then on nothing more is sent. */
export function delivered(
  sample: Sample,
  phase: Extract<Phase, { kind: "delivering" }>,
  event: DeliveryEvent,
): Step {
  const { kind: _kind, ...decided } = phase;
  switch (event.kind) {
    case "delivered":
      return end(sample, event, { kind: "replied", ...decided }, null);
    case "delivery-failed":
      return end(sample, event, { kind: "undeliverable", ...decided, detail: event.detail }, null);
    case "delivery-unknown":
      return end(sample, event, { kind: "unknown", ...decided }, null);
  }
}
