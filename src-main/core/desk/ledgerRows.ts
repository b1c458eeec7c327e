// Which events are observations rather than decisions, and the ledger row of an event.
import type { Json, JsonObject } from "#shared/json.ts";
import { kindOf } from "#shared/request/kinds/registry.ts";
import type { SampleEvent } from "#shared/request/life/event.ts";
import type { Sample } from "#shared/request/life/heldRequest.ts";
import type { Incoming, LedgerEntry } from "../ports.ts";
import { spentOf } from "../admission/spent.ts";
import type { ReceivedEvent } from "./intake.ts";

/** Observations and restrictions: they take effect even when they cannot be recorded. */
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
  "caller-found",
]);
export const isObserved = (event: SampleEvent): boolean => FACTS.has(event.kind);

/** The row of an event, given the sample before it. For `received`, see `receivedRow`. */
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
    case "document-updated": {
      const { proposed, flags, asked, askedHash } = event;
      const about = aboutRequest(sample, proposed);
      return { ...row, body: { by, asked, askedHash, flags, ...about } as unknown as Json };
    }
    case "response-approved": {
      const about = kindOf(sample).about?.response(event.document);
      const body = event as unknown as JsonObject;
      return about === undefined ? { ...row, body } : { ...row, body: { ...body, about } };
    }
    default: {
      const spent = spentOf(sample, event);
      const body = event as unknown as Json;
      return spent === undefined ? { ...row, body } : { ...row, body, spent };
    }
  }
}

/** What stays of the request when its content is deleted. */
function aboutRequest(
  of: Pick<Sample, "requestKind">,
  proposed: Sample["proposed"],
): { about?: JsonObject } {
  const about = proposed === null ? undefined : kindOf(of).about?.request(proposed);
  return about === undefined ? {} : { about };
}

/** The row of a new request, with all of its content. */
export function receivedRow(event: ReceivedEvent, { reply, declared }: Incoming): LedgerEntry {
  const { id, atMs, kind, asker, origin, asked, askedHash, flags, media } = event;
  const { notKept, turn, round, deadline, producer, heldBy } = event;
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
    ...(producer === undefined ? {} : { producer }),
    ...(heldBy === undefined ? {} : { heldBy }),
    ...aboutRequest(requestKind === undefined ? {} : { requestKind }, event.proposed),
  } as unknown as Json;
  return { sampleId: id, atMs, kind, body, media: media.map(({ ref }) => ref) };
}

/**
 * In a larger group, listing all siblings in each row would take space by the square of its size. They can be found
 * by the group id in their rows.
 */
export const SIBLINGS_LISTED_MAX = 256;
