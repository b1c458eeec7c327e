// Which events are observations rather than decisions, and the ledger row of an event.
import type { Json, JsonObject } from "#shared/json.ts";
import { kindOf } from "#shared/request/kinds/registry.ts";
import type { RequestEvent } from "#shared/request/life/event.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { Incoming, LedgerEntry } from "../ports.ts";
import { spentOf } from "../admission/spent.ts";
import type { ReceivedEvent } from "./intake.ts";

/** Observations and restrictions: they take effect even when they cannot be recorded. */
const FACTS: ReadonlySet<RequestEvent["kind"]> = new Set([
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
export const isObserved = (event: RequestEvent): boolean => FACTS.has(event.kind);

/** The row of an event, given the sample before it. For `received`, see `receivedRow`. */
export function rowOf(request: HeldRequest, event: RequestEvent): LedgerEntry {
  const { kind, atMs, by } = event;
  const row = { sampleId: request.id, atMs, kind };
  switch (event.kind) {
    case "grouped":
      return { ...row, body: { siblings: event.siblings } };
    case "media-kept": {
      const { medium } = event;
      return { ...row, body: { by, medium } as unknown as Json, media: [medium.ref] };
    }
    case "document-updated": {
      const { proposed, flags, asked, askedHash } = event;
      const about = aboutRequest(request, proposed);
      return { ...row, body: { by, asked, askedHash, flags, ...about } as unknown as Json };
    }
    case "response-approved": {
      const about = kindOf(request).about?.response(event.document);
      const body = event as unknown as JsonObject;
      return about === undefined ? { ...row, body } : { ...row, body: { ...body, about } };
    }
    default: {
      const spent = spentOf(request, event);
      const body = event as unknown as Json;
      return spent === undefined ? { ...row, body } : { ...row, body, spent };
    }
  }
}

/** What stays of the request when its content is deleted. */
function aboutRequest(
  of: Pick<HeldRequest, "requestKind">,
  proposed: HeldRequest["proposed"],
): { about?: JsonObject } {
  const about = proposed === null ? undefined : kindOf(of).about?.request(proposed);
  return about === undefined ? {} : { about };
}

/** The row of a new request, with all of its content. */
export function receivedRow(event: ReceivedEvent, { reply, declared }: Incoming): LedgerEntry {
  const { id, atMs, kind, requester, origin, asked, askedHash, flags, media } = event;
  const { notKept, conversation, turn, round, deadline, producer, heldBy } = event;
  const group =
    reply.kind === "embedded" ? { group: { id: reply.groupId, size: reply.groupSize } } : {};
  const { requestKind } = event;
  const whole = {
    asker: requester,
    origin,
    reply: event.reply,
    ...group,
    asked,
    askedHash,
    flags,
    media,
  };
  const body = {
    ...whole,
    declared,
    ...(requestKind === undefined ? {} : { requestKind }),
    ...(notKept === undefined ? {} : { notKept }),
    ...(conversation === undefined ? {} : { conversation }),
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
