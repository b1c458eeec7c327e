// The steps of events about one attempt: approved, waiting, started, ended, stopped.
import { reviewable, running, underWay } from "./attempts.ts";
import type { Attempt, AttemptState, HeldRequest } from "./heldRequest.ts";
import { isCurrent, withTimelineEntry } from "./steps.ts";
import type { EventOf, Step } from "./steps.ts";

export function generate(request: HeldRequest, event: EventOf<"request-approved">): Step | null {
  if (!isCurrent(request, event.base) || request.attempts.some((a) => a.id === event.attemptId))
    return null;
  const { attemptId, document, model, options, from, waits = false } = event;
  if (from !== undefined && !request.attempts.some((a) => a.id === from.attemptId)) return null;
  const attempt: Attempt = {
    id: attemptId,
    document,
    documentHash: event.documentHash,
    edited: event.edited,
    model,
    options,
    by: event.by,
    redacted: event.redacted,
    from,
    beyond: event.beyond,
    seriousSeen: event.seriousSeen,
    startedAtMs: event.atMs,
    state: { kind: waits ? "waiting" : "running" },
  };
  return {
    request: {
      ...withTimelineEntry(request, event, true),
      attempts: [...request.attempts, attempt],
      phase: { kind: "response" },
    },
    effects: waits ? [] : [{ kind: "generate", attemptId, document, model, options }],
  };
}

/** Has the server carry out the request. Its response is reviewed like any other. */
export function run(request: HeldRequest, event: EventOf<"run-approved">): Step | null {
  if (!isCurrent(request, event.base) || request.producer === undefined) return null;
  const { attemptId, document, documentHash, by, atMs } = event;
  if (request.attempts.some((a) => a.id === attemptId)) return null;
  const attempt: Attempt = {
    id: attemptId,
    document,
    documentHash,
    edited: event.edited,
    model: null,
    producer: request.producer,
    by,
    seriousSeen: event.seriousSeen,
    startedAtMs: atMs,
    state: { kind: "running" },
  };
  return {
    request: {
      ...withTimelineEntry(request, event, true),
      attempts: [...request.attempts, attempt],
      phase: { kind: "response" },
    },
    effects: [{ kind: "run", attemptId, document }],
  };
}

/** Starts a waiting attempt, with exactly the document, model and options that were approved for it. */
export function start(request: HeldRequest, event: EventOf<"attempt-started">): Step | null {
  const { attemptId, atMs } = event;
  const attempt = request.attempts.find((a) => a.id === attemptId);
  if (attempt?.state.kind !== "waiting" || attempt.model === null) return null;
  const { document, model, options } = attempt;
  const started: Attempt = { ...attempt, askedAtMs: atMs, state: { kind: "running" } };
  return {
    request: {
      ...withTimelineEntry(request, event, false),
      attempts: request.attempts.map((a) => (a === attempt ? started : a)),
    },
    effects: [
      {
        kind: "generate",
        attemptId,
        document,
        model,
        options,
      },
    ],
  };
}

/** A response that no model generated: written by the user, or a fixture. */
export function byHand(
  request: HeldRequest,
  event: EventOf<"answered-by-hand" | "answered-by-fixture">,
): Step | null {
  if (!isCurrent(request, event.base) || request.attempts.some((a) => a.id === event.attemptId))
    return null;
  const attempt: Attempt = {
    id: event.attemptId,
    document: event.document,
    documentHash: event.documentHash,
    edited: event.edited,
    model: null,
    by: event.by,
    ...(event.kind === "answered-by-fixture" ? { fixture: event.fixture } : {}),
    ...(event.kind === "answered-by-hand" && event.redacted !== undefined
      ? { redacted: event.redacted }
      : {}),
    ...(event.kind === "answered-by-hand" && event.seriousSeen !== undefined
      ? { seriousSeen: event.seriousSeen }
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
    request: {
      ...withTimelineEntry(request, event, true),
      attempts: [...request.attempts, attempt],
      phase: { kind: "response" },
    },
    effects: [],
  };
}

type AttemptEvent = EventOf<"attempt-done" | "attempt-stopped" | "attempt-failed">;

function attemptState(event: AttemptEvent): AttemptState {
  const { streamed } = event;
  if (event.kind === "attempt-failed") {
    return { kind: "failed", failure: event.failure, tookMs: event.tookMs, streamed };
  }
  return {
    streamed,
    kind: event.kind === "attempt-done" ? "done" : "stopped",
    generated: event.generated,
    generatedHash: event.generatedHash,
    tookMs: event.tookMs,
    usage: event.usage,
    cost: event.cost,
    reasoning: event.reasoning,
    putBack: event.putBack,
    written: event.written,
    warnings: event.warnings,
    flags: event.flags,
    brokenOff: event.brokenOff,
    firstTokenMs: event.firstTokenMs,
  };
}

/**
 * Records how an attempt ended. The revision grows only when that gives the first response to review, or leaves no
 * attempt and so returns the request to gate 1.
 */
export function attemptEnded(request: HeldRequest, event: AttemptEvent): Step | null {
  const attempt = request.attempts.find((a) => a.id === event.attemptId);
  if (attempt?.state.kind !== "running") return null;
  const attempts = request.attempts.map((a) =>
    a.id === event.attemptId ? { ...a, state: attemptState(event) } : a,
  );
  const next = { ...request, attempts };
  const nothingLeft = underWay(next).length === 0 && reviewable(next).length === 0;
  const backToGate1 = request.phase.kind === "response" && nothingLeft;
  const firstAnswer = reviewable(request).length === 0 && reviewable(next).length === 1;
  const decided = request.phase.kind === "response" && (backToGate1 || firstAnswer);
  return {
    request: {
      ...withTimelineEntry(next, event, decided),
      phase: backToGate1 ? { kind: "request" } : request.phase,
    },
    effects: [],
  };
}

export function stop(request: HeldRequest, event: EventOf<"stop-asked">): Step | null {
  const attempt = request.attempts.find((a) => a.id === event.attemptId);
  if (attempt?.state.kind === "waiting") {
    const attempts = request.attempts.map((a): Attempt =>
      a === attempt ? { ...a, state: { kind: "withdrawn" } } : a,
    );
    const next = { ...request, attempts };
    const nothingLeft = underWay(next).length === 0 && reviewable(next).length === 0;
    return {
      request: {
        ...withTimelineEntry(next, event, nothingLeft),
        phase: nothingLeft ? { kind: "request" } : request.phase,
      },
      effects: [],
    };
  }
  if (!running(request).some((a) => a.id === event.attemptId)) return null;
  return {
    request: withTimelineEntry(request, event, false),
    effects: [{ kind: "abort", attemptId: event.attemptId }],
  };
}
