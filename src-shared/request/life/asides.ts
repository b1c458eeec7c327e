// Events that don't move a request to another phase: receipt, media, grouping, findings.
import type { RequestEvent } from "./event.ts";
import type { HeldRequest } from "./heldRequest.ts";
import type { EventOf, Step } from "./steps.ts";

export function received(event: EventOf<"received">): Step {
  const { kind, atMs, by, ...came } = event;
  return only({
    ...came,
    receivedAtMs: atMs,
    attempts: [],
    phase: { kind: "request" },
    revision: 0,
    timeline: [{ atMs, kind, by }],
  });
}

/** Applies an event that is valid in any phase; null where it is not one, or changes nothing. */
export function applyAside(request: HeldRequest, event: RequestEvent): Step | null {
  switch (event.kind) {
    case "inspected":
      return inspected(request, event);
    case "grouped": {
      const { reply } = request;
      if (reply.kind !== "embedded") return null;
      return only({ ...request, reply: { ...reply, siblings: event.siblings } });
    }
    case "media-kept": {
      const { medium } = event;
      const isHeld = request.media.some(({ ref }) => ref === medium.ref);
      return isHeld ? null : only({ ...request, media: [...request.media, medium] });
    }
    case "caller-found":
      return only({ ...request, requester: { ...request.requester, caller: event.caller } });
    case "rounds-allowed": {
      const { round } = request;
      if (round === undefined) return null;
      return only({ ...request, round: { ...round, limit: event.limit } });
    }
    default:
      return null;
  }
}

const only = (request: HeldRequest): Step => ({ request, effects: [] });

/** Counts further requests that were refused for the same reason, without rows of their own. */
export const refusedMore = (request: HeldRequest, event: EventOf<"refused-more">): Step => ({
  request: {
    ...request,
    more: moreOf(request.more, event),
  },
  effects: [],
});

function moreOf(
  before: HeldRequest["more"],
  { count, undelivered = 0, atMs }: EventOf<"refused-more">,
): NonNullable<HeldRequest["more"]> {
  const missed = (before?.undelivered ?? 0) + undelivered;
  return {
    count: (before?.count ?? 0) + count,
    lastAtMs: count === 0 ? (before?.lastAtMs ?? atMs) : atMs,
    ...(missed === 0 ? {} : { undelivered: missed }),
  };
}

/** Stores the findings of a document, replacing those of an earlier scan of the same document. */
function inspected(request: HeldRequest, event: EventOf<"inspected">): Step {
  const { kind: _kind, by: _by, ...found } = event;
  const others = (request.inspected ?? []).filter(
    ({ gate, hash, attemptId }) =>
      gate !== found.gate || hash !== found.hash || attemptId !== found.attemptId,
  );
  return { request: { ...request, inspected: [...others, found] }, effects: [] };
}
