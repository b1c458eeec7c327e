// The next sample and effects for each event. `advance.ts` says which event applies in which phase.
import { changed } from "../../rules/changed.ts";
import { baseHashes, reviewable, running } from "./attempts.ts";
import type { Effect, NotedEvent, SampleEvent, Settlement } from "./event.ts";
import type { Base, Ending, Phase, Sample } from "./heldRequest.ts";
import { isByHand } from "../document/edited.ts";
import { REJECTED, settlementOf, settlementOfCancelled } from "../checks/wire.ts";

/** The next sample, and what to do about it. */
export interface Step {
  sample: Sample;
  effects: Effect[];
}

export type EventOf<K extends SampleEvent["kind"]> = Extract<SampleEvent, { kind: K }>;
type Decided = Extract<Phase, { kind: "ready" }>;

/** False when what is to be decided has changed since the user saw it: the decision is `stale`. */
export const isCurrent = (sample: Sample, base: Base): boolean =>
  base.revision === sample.revision && baseHashes(sample).includes(base.hash);

/** Undefined also where a row's content was deleted, which leaves an empty hash. */
function hashOf(event: SampleEvent): string | undefined {
  if (event.kind === "document-updated") return event.askedHash || undefined;
  const hash = "generatedHash" in event ? event.generatedHash : undefined;
  return (hash ?? ("documentHash" in event ? event.documentHash : "")) || undefined;
}

/** Adds the event to the timeline; `revised` when what is to be decided has changed. */
export function withTimelineEntry(sample: Sample, event: NotedEvent, revised: boolean): Sample {
  const hash = hashOf(event);
  return {
    ...sample,
    revision: sample.revision + (revised ? 1 : 0),
    timeline: [
      ...sample.timeline,
      { atMs: event.atMs, kind: event.kind, by: event.by, ...(hash === undefined ? {} : { hash }) },
    ],
  };
}

/** Withdraws the attempts that wait for their turn. */
const withoutWaiting = (sample: Sample): Sample => ({
  ...sample,
  attempts: sample.attempts.map((a) =>
    a.state.kind === "waiting" ? { ...a, state: { kind: "withdrawn" } } : a,
  ),
});

const aborts = (sample: Sample): Effect[] =>
  running(sample).map((a) => ({ kind: "abort", attemptId: a.id }));

/** Ends the sample: aborts running attempts and gives the server exactly one settlement. */
export function end(
  sample: Sample,
  event: NotedEvent,
  ending: Ending,
  settlement: Settlement | null,
): Step {
  return {
    sample: {
      ...withoutWaiting(withTimelineEntry(sample, event, true)),
      phase: { kind: "ended", ending, atMs: event.atMs },
    },
    effects: [
      ...aborts(sample),
      ...(settlement === null ? [] : [{ kind: "settle", settlement } satisfies Effect]),
    ],
  };
}

export const refuse = (sample: Sample, event: EventOf<"refused">): Step =>
  end(
    sample,
    event,
    {
      kind: "refused",
      gate: sample.phase.kind === "request" ? 1 : 2,
      refusal: event.refusal,
      by: event.by,
    },
    settlementOf(event.refusal),
  );

/**
 * Stores what a rule decided. Where the user is asked nevertheless, gate 1 starts with the request as the rule
 * changed it. The revision stays, so that a decision made just before is still valid.
 */
export function judged(sample: Sample, event: EventOf<"judged">): Step | null {
  if (!isCurrent(sample, event.base)) return null;
  if ((event.gate === "request") !== (sample.phase.kind === "request")) return null;
  const { kind: _kind, by: _by, base: _base, ...said } = event;
  const asks = event.decide === "ask" || event.held !== undefined;
  const { proposed } = sample;
  const prepared =
    asks && proposed !== null && event.changes !== undefined
      ? changed(proposed, event.changes)
      : proposed;
  return {
    sample: {
      ...withTimelineEntry(sample, event, false),
      judged: [...(sample.judged ?? []), said],
      ...(prepared === proposed || prepared === null ? {} : { prepared }),
    },
    effects: [],
  };
}

export function cancel(sample: Sample, event: EventOf<"cancelled">): Step {
  const { because } = event;
  const approved = sample.phase.kind === "ready" ? { approved: sample.phase.document } : {};
  const ending: Ending = { kind: "cancelled", because, ...approved };
  return end(sample, event, ending, settlementOfCancelled(because));
}

export function reject(sample: Sample, event: EventOf<"rejected">, gate: 1 | 2): Step | null {
  if (!isCurrent(sample, event.base)) return null;
  const noteSent = event.tellServer && event.note !== undefined && event.note !== "";
  const ending: Ending = {
    kind: "rejected",
    gate,
    by: event.by,
    noteSent,
    ...(event.note === undefined ? {} : { note: event.note }),
  };
  return end(sample, event, ending, {
    kind: "error",
    ...REJECTED,
    ...(noteSent && event.note !== undefined ? { data: { note: event.note } } : {}),
  });
}

export const editedOf = ({ edited }: { edited?: boolean }): { edited?: boolean } =>
  edited === undefined ? {} : { edited };

export function backToRequest(sample: Sample, event: EventOf<"returned-to-request">): Step | null {
  if (!isCurrent(sample, event.base)) return null;
  return {
    sample: {
      ...withoutWaiting(withTimelineEntry(sample, event, true)),
      phase: { kind: "request" },
    },
    effects: aborts(sample),
  };
}

/** Gate 1 begins anew with another document, as long as nobody made anything of the one before, or it was not sent. */
export function documentUpdated(sample: Sample, event: EventOf<"document-updated">): Step | null {
  if (!sample.attempts.every(isByHand)) return null;
  const { asked, askedHash, proposed, flags } = event;
  const { prepared: _before, inspected: _found, ...rest } = sample;
  return {
    sample: { ...withTimelineEntry(rest, event, true), asked, askedHash, proposed, flags },
    effects: [],
  };
}

/** Recorded once; what is to be decided stays the same. */
export const completed = (sample: Sample, event: EventOf<"completed">): Step | null =>
  sample.timeline.some(({ kind }) => kind === "completed")
    ? null
    : {
        sample: {
          ...withTimelineEntry(sample, event, false),
          ...(event.how === undefined ? {} : { completed: event.how }),
        },
        effects: [],
      };

/** A pushed request is delivered at once; an embedded one waits for its siblings. */
export function approveResponse(sample: Sample, event: EventOf<"response-approved">): Step | null {
  if (!isCurrent(sample, event.base)) return null;
  if (!reviewable(sample).some((a) => a.id === event.attemptId)) return null;
  const { document, documentHash, attemptId, by } = event;
  const decided: Decided = {
    kind: "ready",
    document,
    documentHash,
    attemptId,
    ...editedOf(event),
    by,
  };
  const next = withoutWaiting(withTimelineEntry(sample, event, true));
  if (sample.reply.kind === "embedded") {
    return {
      sample: { ...next, phase: decided },
      effects: [...aborts(sample), { kind: "release-when-ready" }],
    };
  }
  return deliver(next, decided, aborts(sample));
}

export const takenBack = (sample: Sample, event: EventOf<"taken-back">): Step => ({
  sample: { ...withTimelineEntry(sample, event, true), phase: { kind: "response" } },
  effects: [],
});

export function deliver(sample: Sample, decided: Decided, before: Effect[]): Step {
  const settlement: Settlement = { kind: "result", document: decided.document };
  return {
    sample: { ...sample, phase: { ...decided, kind: "delivering" } },
    effects: [...before, { kind: "settle", settlement }],
  };
}
