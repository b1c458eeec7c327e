// The next request and effects for each event that is not about one attempt. `advance.ts` says which event applies in which phase.
import { changed } from "../../rules/changed.ts";
import { baseHashes, reviewable, running } from "./attempts.ts";
import type { Effect, NotedEvent, RequestEvent, Settlement } from "./event.ts";
import type { Base, Ending, ErrorDelivery, Phase, HeldRequest } from "./heldRequest.ts";
import { isByHand } from "../document/edited.ts";
import { REJECTED, settlementOf, settlementOfCancelled } from "../checks/wire.ts";

/** The next request, and what to do about it. */
export interface Step {
  request: HeldRequest;
  effects: Effect[];
}

export type EventOf<K extends RequestEvent["kind"]> = Extract<RequestEvent, { kind: K }>;
type Decided = Extract<Phase, { kind: "ready" }>;

/** False when what is to be decided has changed since the user saw it: the decision is `stale`. */
export const isCurrent = (request: HeldRequest, base: Base): boolean =>
  base.revision === request.revision && baseHashes(request).includes(base.hash);

/** Undefined also where a row's content was deleted, which leaves an empty hash. */
function hashOf(event: RequestEvent): string | undefined {
  if (event.kind === "document-updated") return event.askedHash || undefined;
  const hash = "generatedHash" in event ? event.generatedHash : undefined;
  return (hash ?? ("documentHash" in event ? event.documentHash : "")) || undefined;
}

/** Adds the event to the timeline; `revised` when what is to be decided has changed. */
export function withTimelineEntry(
  request: HeldRequest,
  event: NotedEvent,
  revised: boolean,
): HeldRequest {
  const hash = hashOf(event);
  return {
    ...request,
    revision: request.revision + (revised ? 1 : 0),
    timeline: [...request.timeline, { atMs: event.atMs, kind: event.kind, by: event.by, hash }],
  };
}

/** Withdraws the attempts that wait for their turn. */
const withoutWaiting = (request: HeldRequest): HeldRequest => ({
  ...request,
  attempts: request.attempts.map((a) =>
    a.state.kind === "waiting" ? { ...a, state: { kind: "withdrawn" } } : a,
  ),
});

const aborts = (request: HeldRequest): Effect[] =>
  running(request).map((a) => ({ kind: "abort", attemptId: a.id }));

/** Ends the sample: aborts running attempts and gives the server exactly one settlement. */
export function end(
  request: HeldRequest,
  event: NotedEvent,
  ending: Ending,
  settlement: Settlement | null,
): Step {
  return {
    request: {
      ...withoutWaiting(withTimelineEntry(request, event, true)),
      phase: { kind: "ended", ending, atMs: event.atMs },
    },
    effects: [
      ...aborts(request),
      ...(settlement === null ? [] : [{ kind: "settle", settlement } satisfies Effect]),
    ],
  };
}

export const refuse = (request: HeldRequest, event: EventOf<"refused">): Step =>
  end(
    request,
    event,
    {
      kind: "refused",
      gate: request.phase.kind === "request" ? 1 : 2,
      refusal: event.refusal,
      by: event.by,
    },
    settlementOf(event.refusal),
  );

/**
 * Stores what a rule decided. Where the user is asked nevertheless, gate 1 starts with the request as the rule
 * changed it. The revision stays, so that a decision made just before is still valid.
 */
export function judged(request: HeldRequest, event: EventOf<"judged">): Step | null {
  if (!isCurrent(request, event.base)) return null;
  if ((event.gate === "request") !== (request.phase.kind === "request")) return null;
  const { kind: _kind, by: _by, base: _base, ...said } = event;
  const asks = event.decide === "ask" || event.held !== undefined;
  const { proposed } = request;
  const prepared =
    asks && proposed !== null && event.changes !== undefined
      ? changed(proposed, event.changes)
      : proposed;
  return {
    request: {
      ...withTimelineEntry(request, event, false),
      judged: [...(request.judged ?? []), said],
      ...(prepared === proposed || prepared === null ? {} : { prepared }),
    },
    effects: [],
  };
}

export function cancel(request: HeldRequest, event: EventOf<"cancelled">): Step {
  const { because } = event;
  const approved = request.phase.kind === "ready" ? { approved: request.phase.document } : {};
  const ending: Ending = { kind: "cancelled", because, ...approved };
  return end(request, event, ending, settlementOfCancelled(because));
}

export function reject(request: HeldRequest, event: EventOf<"rejected">, gate: 1 | 2): Step | null {
  if (!isCurrent(request, event.base)) return null;
  const noteSent = event.tellServer && event.note !== undefined && event.note !== "";
  const ending: Ending = {
    kind: "rejected",
    gate,
    by: event.by,
    noteSent,
    note: event.note,
  };
  return end(request, event, ending, {
    kind: "error",
    ...REJECTED,
    ...(noteSent && event.note !== undefined ? { data: { note: event.note } } : {}),
  });
}

export function backToRequest(
  request: HeldRequest,
  event: EventOf<"returned-to-request">,
): Step | null {
  if (!isCurrent(request, event.base)) return null;
  return {
    request: {
      ...withoutWaiting(withTimelineEntry(request, event, true)),
      phase: { kind: "request" },
    },
    effects: aborts(request),
  };
}

/** Gate 1 begins anew with another document, as long as nobody made anything of the one before, or it was not sent. */
export function documentUpdated(
  request: HeldRequest,
  event: EventOf<"document-updated">,
): Step | null {
  if (!request.attempts.every(isByHand)) return null;
  const { asked, askedHash, proposed, flags } = event;
  const { prepared: _before, inspected: _found, ...rest } = request;
  return {
    request: { ...withTimelineEntry(rest, event, true), asked, askedHash, proposed, flags },
    effects: [],
  };
}

/** Recorded once; what is to be decided stays the same. */
export const completed = (request: HeldRequest, event: EventOf<"completed">): Step | null =>
  request.timeline.some(({ kind }) => kind === "completed")
    ? null
    : {
        request: {
          ...withTimelineEntry(request, event, false),
          completed: event.how,
        },
        effects: [],
      };

/** A pushed request is delivered at once; an embedded one waits for its siblings. */
export function approveResponse(
  request: HeldRequest,
  event: EventOf<"response-approved">,
): Step | null {
  if (!isCurrent(request, event.base)) return null;
  if (!reviewable(request).some((a) => a.id === event.attemptId)) return null;
  const { document, documentHash, attemptId, by } = event;
  const decided: Decided = {
    kind: "ready",
    document,
    documentHash,
    attemptId,
    edited: event.edited,
    by,
  };
  const next = withoutWaiting(withTimelineEntry(request, event, true));
  if (request.reply.kind === "embedded") {
    return {
      request: { ...next, phase: decided },
      effects: [...aborts(request), { kind: "release-when-ready" }],
    };
  }
  return deliver(next, decided, aborts(request));
}

export const takenBack = (request: HeldRequest, event: EventOf<"taken-back">): Step => ({
  request: { ...withTimelineEntry(request, event, true), phase: { kind: "response" } },
  effects: [],
});

export function deliver(request: HeldRequest, decided: Decided, before: Effect[]): Step {
  const settlement: Settlement = { kind: "result", document: decided.document };
  return {
    request: { ...request, phase: { ...decided, kind: "delivering" } },
    effects: [...before, { kind: "settle", settlement }],
  };
}

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
