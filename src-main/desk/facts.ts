// Which events only report what already is, who caused an ending that nobody decided, and what is written of a
// request that came in.
import type { Json } from "../../src-shared/json.ts";
import type { SampleEvent } from "../../src-shared/sampling/event.ts";
import type { Actor, CancelReason, Sample } from "../../src-shared/sampling/sample.ts";

/** Who ended a request that nobody decided. */
export function endedBy({ kind }: CancelReason): Actor {
  if (kind === "sibling-declined") return { kind: "desk" };
  const person = kind === "call-cancelled" || kind === "switched-off" || kind === "quit";
  return { kind: person ? "person" : "server" };
}

/** Events that report what already is, or only hold back: a full disk neither undoes nor prevents them. */
const FACTS: ReadonlySet<SampleEvent["kind"]> = new Set([
  "attempt-done",
  "attempt-stopped",
  "attempt-failed",
  "stop-asked",
  "delivered",
  "delivery-failed",
  "delivery-unknown",
  "cancelled",
  "refused-more",
]);
export const isFact = (event: SampleEvent): boolean => FACTS.has(event.kind);

/** The body of the row of a request that came in: all that belongs to it, as it came. */
export function receivedBody(sample: Sample): Json {
  const { asker, origin, reply, asked, askedHash, flags, media, notKept } = sample;
  const whole = { asker, origin, reply, asked, askedHash, flags, media };
  return { ...whole, ...(notKept === undefined ? {} : { notKept }) } as unknown as Json;
}
