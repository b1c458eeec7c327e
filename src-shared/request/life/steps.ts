// The next request and effects for each event. `advance.ts` says which event applies in which phase.
import { changed } from "../../rules/changed.ts";
import { baseHashes, reviewable, running } from "./attempts.ts";
import type { Effect, NotedEvent, RequestEvent, Settlement } from "./event.ts";
import type { Base, Ending, Phase, HeldRequest } from "./heldRequest.ts";
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
    timeline: [
      ...request.timeline,
      { atMs: event.atMs, kind: event.kind, by: event.by, ...(hash === undefined ? {} : { hash }) },
    ],
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
    ...(event.note === undefined ? {} : { note: event.note }),
  };
  return end(request, event, ending, {
    kind: "error",
    ...REJECTED,
    ...(noteSent && event.note !== undefined ? { data: { note: event.note } } : {}),
  });
}

export const editedOf = ({ edited }: { edited?: boolean }): { edited?: boolean } =>
  edited === undefined ? {} : { edited };

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
          ...(event.how === undefined ? {} : { completed: event.how }),
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
    ...editedOf(event),
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
