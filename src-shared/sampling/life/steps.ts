// What each event makes of a sample: the next sample, and effects as data. Which event applies in which
// phase stands in `advance.ts`.
import { changed } from "../../policy/rules/changed.ts";
import { baseHashes, reviewable, running, underWay } from "./attempts.ts";
import type { Effect, SampleEvent, Settlement } from "./event.ts";
import type { Attempt, AttemptState, Base, Ending, Phase, Sample } from "./sample.ts";
import { REJECTED, settlementOf, settlementOfCancelled } from "../checks/wire.ts";

/** The next sample with what is to be done about it. */
export interface Step {
  sample: Sample;
  effects: Effect[];
}

export type EventOf<K extends SampleEvent["kind"]> = Extract<SampleEvent, { kind: K }>;
type Decided = Extract<Phase, { kind: "ready" }>;

/** False when what is to be decided has changed since the person saw it: the decision is `stale`. */
const fits = (sample: Sample, base: Base): boolean =>
  base.revision === sample.revision && baseHashes(sample).includes(base.hash);

function hashOf(event: SampleEvent): string | undefined {
  if ("generatedHash" in event) return event.generatedHash;
  if ("documentHash" in event) return event.documentHash;
  return undefined;
}

/** The sample with the event in its timeline; `revised` when what is to be decided has changed. */
export function noted(sample: Sample, event: SampleEvent, revised: boolean): Sample {
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

/** What waits for its turn never gets one. */
const withoutWaiting = (sample: Sample): Sample => ({
  ...sample,
  attempts: sample.attempts.map((a) =>
    a.state.kind === "waiting" ? { ...a, state: { kind: "withdrawn" } } : a,
  ),
});

const aborts = (sample: Sample): Effect[] =>
  running(sample).map((a) => ({ kind: "abort", attemptId: a.id }));

/** Ends the sample: what runs is aborted, the server gets exactly one settlement. */
export function end(
  sample: Sample,
  event: SampleEvent,
  ending: Ending,
  settlement: Settlement | null,
): Step {
  return {
    sample: {
      ...withoutWaiting(noted(sample, event, true)),
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

/** Counts others that were refused in the same way; what happened to this one stays as it is. */
export const refusedMore = (sample: Sample, event: EventOf<"refused-more">): Step => ({
  sample: {
    ...sample,
    more: moreOf(sample.more, event),
  },
  effects: [],
});

function moreOf(
  before: Sample["more"],
  { count, undelivered = 0, atMs }: EventOf<"refused-more">,
): NonNullable<Sample["more"]> {
  const missed = (before?.undelivered ?? 0) + undelivered;
  return {
    count: (before?.count ?? 0) + count,
    lastAtMs: count === 0 ? (before?.lastAtMs ?? atMs) : atMs,
    ...(missed === 0 ? {} : { undelivered: missed }),
  };
}

/**
 * Keeps what a rule said. Where a person is asked all the same, gate 1 begins with what the rule made of the request.
 * Nothing of what is to be decided changes: a person who was faster has decided on what they saw.
 */
export function judged(sample: Sample, event: EventOf<"judged">): Step | null {
  if (!fits(sample, event.base)) return null;
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
      ...noted(sample, event, false),
      judged: [...(sample.judged ?? []), said],
      ...(prepared === proposed || prepared === null ? {} : { prepared }),
    },
    effects: [],
  };
}

/** Keeps what was found in a document; of the same document only the latest look. */
export function inspected(sample: Sample, event: EventOf<"inspected">): Step {
  const { kind: _kind, by: _by, ...found } = event;
  const others = (sample.inspected ?? []).filter(
    ({ gate, hash, attemptId }) =>
      gate !== found.gate || hash !== found.hash || attemptId !== found.attemptId,
  );
  return { sample: { ...sample, inspected: [...others, found] }, effects: [] };
}

export function cancel(sample: Sample, event: EventOf<"cancelled">): Step {
  const { because } = event;
  return end(sample, event, { kind: "cancelled", because }, settlementOfCancelled(because));
}

export function reject(sample: Sample, event: EventOf<"rejected">, gate: 1 | 2): Step | null {
  if (!fits(sample, event.base)) return null;
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

const editedOf = ({ edited }: { edited?: boolean }): { edited?: boolean } =>
  edited === undefined ? {} : { edited };

export function generate(sample: Sample, event: EventOf<"request-approved">): Step | null {
  if (!fits(sample, event.base) || sample.attempts.some((a) => a.id === event.attemptId))
    return null;
  const { attemptId, document, model, from, waits = false } = event;
  if (from !== undefined && !sample.attempts.some((a) => a.id === from.attemptId)) return null;
  const options = event.options === undefined ? {} : { options: event.options };
  const attempt: Attempt = {
    id: attemptId,
    document,
    documentHash: event.documentHash,
    ...editedOf(event),
    model,
    ...options,
    by: event.by,
    ...(event.redacted === undefined ? {} : { redacted: event.redacted }),
    ...(from === undefined ? {} : { from }),
    ...(event.beyond === undefined ? {} : { beyond: event.beyond }),
    startedAtMs: event.atMs,
    state: { kind: waits ? "waiting" : "running" },
  };
  return {
    sample: {
      ...noted(sample, event, true),
      attempts: [...sample.attempts, attempt],
      phase: { kind: "response" },
    },
    effects: waits ? [] : [{ kind: "generate", attemptId, document, model, ...options }],
  };
}

/** A waiting attempt has its turn: exactly what was approved for it is asked. */
export function start(sample: Sample, event: EventOf<"attempt-started">): Step | null {
  const { attemptId, atMs } = event;
  const attempt = sample.attempts.find((a) => a.id === attemptId);
  if (attempt?.state.kind !== "waiting" || attempt.model === null) return null;
  const { document, model, options } = attempt;
  const started: Attempt = { ...attempt, askedAtMs: atMs, state: { kind: "running" } };
  return {
    sample: {
      ...noted(sample, event, false),
      attempts: sample.attempts.map((a) => (a === attempt ? started : a)),
    },
    effects: [
      {
        kind: "generate",
        attemptId,
        document,
        model,
        ...(options === undefined ? {} : { options }),
      },
    ],
  };
}

/** An answer that no model gave: written by a person, or canned. */
export function byHand(
  sample: Sample,
  event: EventOf<"answered-by-hand" | "answered-by-fixture">,
): Step | null {
  if (!fits(sample, event.base) || sample.attempts.some((a) => a.id === event.attemptId))
    return null;
  const attempt: Attempt = {
    id: event.attemptId,
    document: event.document,
    documentHash: event.documentHash,
    ...editedOf(event),
    model: null,
    by: event.by,
    ...(event.kind === "answered-by-fixture" ? { fixture: event.fixture } : {}),
    ...(event.kind === "answered-by-hand" && event.redacted !== undefined
      ? { redacted: event.redacted }
      : {}),
    startedAtMs: event.atMs,
    state: {
      kind: "done",
      generated: event.generated,
      generatedHash: event.generatedHash,
      tookMs: 0,
    },
  };
  return {
    sample: {
      ...noted(sample, event, true),
      attempts: [...sample.attempts, attempt],
      phase: { kind: "response" },
    },
    effects: [],
  };
}

type AttemptEvent = EventOf<"attempt-done" | "attempt-stopped" | "attempt-failed">;

function attemptState(event: AttemptEvent): AttemptState {
  if (event.kind === "attempt-failed") {
    return { kind: "failed", failure: event.failure, tookMs: event.tookMs };
  }
  return {
    kind: event.kind === "attempt-done" ? "done" : "stopped",
    generated: event.generated,
    generatedHash: event.generatedHash,
    tookMs: event.tookMs,
    ...(event.usage === undefined ? {} : { usage: event.usage }),
    ...(event.cost === undefined ? {} : { cost: event.cost }),
    ...(event.reasoning === undefined ? {} : { reasoning: event.reasoning }),
    ...(event.putBack === undefined ? {} : { putBack: event.putBack }),
    ...(event.written === undefined ? {} : { written: event.written }),
    ...(event.warnings === undefined ? {} : { warnings: event.warnings }),
    ...(event.brokenOff === undefined ? {} : { brokenOff: event.brokenOff }),
    ...(event.firstTokenMs === undefined ? {} : { firstTokenMs: event.firstTokenMs }),
  };
}

/** Records how an attempt ended. Gate 2 changes only when it was the first answer, or the last hope. */
export function attemptEnded(sample: Sample, event: AttemptEvent): Step | null {
  const attempt = sample.attempts.find((a) => a.id === event.attemptId);
  if (attempt?.state.kind !== "running") return null;
  const attempts = sample.attempts.map((a) =>
    a.id === event.attemptId ? { ...a, state: attemptState(event) } : a,
  );
  const next = { ...sample, attempts };
  const nothingLeft = underWay(next).length === 0 && reviewable(next).length === 0;
  const backToGate1 = sample.phase.kind === "response" && nothingLeft;
  const firstAnswer = reviewable(sample).length === 0 && reviewable(next).length === 1;
  const decided = sample.phase.kind === "response" && (backToGate1 || firstAnswer);
  return {
    sample: {
      ...noted(next, event, decided),
      phase: backToGate1 ? { kind: "request" } : sample.phase,
    },
    effects: [],
  };
}

export function stop(sample: Sample, event: EventOf<"stop-asked">): Step | null {
  const attempt = sample.attempts.find((a) => a.id === event.attemptId);
  if (attempt?.state.kind === "waiting") {
    const attempts = sample.attempts.map((a): Attempt =>
      a === attempt ? { ...a, state: { kind: "withdrawn" } } : a,
    );
    const next = { ...sample, attempts };
    const nothingLeft = underWay(next).length === 0 && reviewable(next).length === 0;
    return {
      sample: {
        ...noted(next, event, nothingLeft),
        phase: nothingLeft ? { kind: "request" } : sample.phase,
      },
      effects: [],
    };
  }
  if (!running(sample).some((a) => a.id === event.attemptId)) return null;
  return {
    sample: noted(sample, event, false),
    effects: [{ kind: "abort", attemptId: event.attemptId }],
  };
}

export function back(sample: Sample, event: EventOf<"returned-to-request">): Step | null {
  if (!fits(sample, event.base)) return null;
  return {
    sample: { ...withoutWaiting(noted(sample, event, true)), phase: { kind: "request" } },
    effects: aborts(sample),
  };
}

/** A pushed request is delivered at once; an embedded one waits for its siblings. */
export function approveResponse(sample: Sample, event: EventOf<"response-approved">): Step | null {
  if (!fits(sample, event.base)) return null;
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
  const next = withoutWaiting(noted(sample, event, true));
  if (sample.reply.kind === "embedded") {
    return {
      sample: { ...next, phase: decided },
      effects: [...aborts(sample), { kind: "release-when-ready" }],
    };
  }
  return deliver(next, decided, aborts(sample));
}

export function deliver(sample: Sample, decided: Decided, before: Effect[]): Step {
  const settlement: Settlement = { kind: "result", document: decided.document };
  return {
    sample: { ...sample, phase: { ...decided, kind: "delivering" } },
    effects: [...before, { kind: "settle", settlement }],
  };
}
