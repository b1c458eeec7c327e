// Which events only report what already is, who caused an ending that nobody decided, and the row that each event is.
import type { Json } from "../../../src-shared/json.ts";
import type { SampleEvent } from "../../../src-shared/sampling/life/event.ts";
import type { Actor, CancelReason, Sample } from "../../../src-shared/sampling/life/sample.ts";
import type { Incoming, LedgerEntry } from "../ports.ts";
import { spentOf } from "../admission/spent.ts";
import type { ReceivedEvent } from "./intake.ts";

/** Who ended a request that nobody decided. */
export function endedBy({ kind }: CancelReason): Actor {
  if (kind === "sibling-declined" || kind === "interrupted") return { kind: "desk" };
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
  "inspected",
]);
export const isObserved = (event: SampleEvent): boolean => FACTS.has(event.kind);

/** The row of an event; `sample`: as it stood before. Of a request that came: `receivedRow`. */
export function rowOf(sample: Sample, event: SampleEvent): LedgerEntry {
  const { kind, atMs, by } = event;
  const row = { sampleId: sample.id, atMs, kind };
  switch (event.kind) {
    case "grouped":
      return { ...row, body: { siblings: event.siblings } };
    case "media-kept": {
      const { medium } = event;
      return { ...row, body: { by, medium } as unknown as Json, media: [medium.ref] };
    }
    default: {
      const spent = spentOf(sample, event);
      const body = event as unknown as Json;
      return spent === undefined ? { ...row, body } : { ...row, body, spent };
    }
  }
}

/** The row of a request that came in: all that belongs to it, as it came. */
export function receivedRow(event: ReceivedEvent, { reply, declared }: Incoming): LedgerEntry {
  const { id, atMs, kind, asker, origin, asked, askedHash, flags, media } = event;
  const { notKept, turn, round, deadline } = event;
  const group =
    reply.kind === "embedded" ? { group: { id: reply.groupId, size: reply.groupSize } } : {};
  const { requestKind } = event;
  const whole = { asker, origin, reply: event.reply, ...group, asked, askedHash, flags, media };
  const body = {
    ...whole,
    declared,
    ...(requestKind === undefined ? {} : { requestKind }),
    ...(notKept === undefined ? {} : { notKept }),
    ...(turn === undefined ? {} : { turn }),
    ...(round === undefined ? {} : { round }),
    ...(deadline === undefined ? {} : { deadline }),
  } as unknown as Json;
  return { sampleId: id, atMs, kind, body, media: media.map(({ ref }) => ref) };
}

/**
 * In a larger group nobody is told of all the others: that would take the square of its size on disk. They are
 * those whose rows name the same group.
 */
export const SIBLINGS_LISTED_MAX = 256;
