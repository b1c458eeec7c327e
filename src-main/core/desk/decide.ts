// Turns a decision of the user into events. The whole document is checked and hashed: what was approved is what is
// sent.
import type { ApprovedRun, Decision } from "#shared/request/life/decision.ts";
import type { Json } from "#shared/json.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { shapeFlags } from "#shared/request/checks/depth.ts";
import type { RequestEvent } from "#shared/request/life/event.ts";
import type { Flag } from "#shared/request/document/flag.ts";
import { refusalForFailure } from "#shared/dialects/failureRefusal.ts";
import { kindOf } from "#shared/request/kinds/registry.ts";
import { isCurrent } from "#shared/request/life/steps.ts";
import type { ResponseDocument } from "#shared/request/document/message.ts";
import type { Actor, Base, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { shareEqual } from "#shared/request/document/shareEqual.ts";
import type { Clock, Hasher } from "../ports.ts";
import type { FindingsScanner } from "../findings/scanner.ts";
import type { Roster } from "./roster.ts";
import { redactForModel } from "../findings/redactForModel.ts";
import type { ModelRef } from "#shared/models/model.ts";
import { running, underWay, waiting } from "#shared/request/life/attempts.ts";

/** A decision that becomes a single event. */
type OneDecision = Exclude<Decision, { kind: "approve-candidates" | "respond" }>;

/** What the user can decide about a request that no model answers. */
const WITHOUT_MODEL: ReadonlySet<Decision["kind"]> = new Set<Decision["kind"]>([
  "respond",
  "approve-result",
  "reject",
]);

/** What is needed to turn a decision into events. */
export interface DecisionDeps {
  clock: Clock;
  hasher: Hasher;
  scanner: Pick<FindingsScanner, "seriousCount">;
  /** Has each request's placeholders. */
  roster: Pick<Roster, "runtime">;
}

/**
 * The events of a decision, or why it is invalid. `atOnce`: generations of one request that may run at the same time;
 * further ones wait.
 */
export function eventsOfDecision(
  request: HeldRequest,
  base: Base,
  decision: Decision,
  parts: DecisionDeps,
  atOnce: number,
): Outcome<RequestEvent[], Failure> {
  const { hasModel } = kindOf(request);
  if (hasModel ? decision.kind === "approve-result" : !WITHOUT_MODEL.has(decision.kind))
    return fail({ kind: "stale" });
  if (decision.kind === "approve-candidates") {
    return eventsOfRuns(request, base, decision.runs, parts, atOnce);
  }
  if (decision.kind === "respond") return eventsOfResponse(request, base, decision, parts);
  const event = eventOfDecision(request, base, decision, parts);
  return event.ok ? ok([queueIfBusy(request, event.value, atOnce)]) : event;
}

/** Whether the user was told that this exceeds a budget and accepted it. */
export function acceptsOverspending(decision: Decision): boolean {
  if (decision.kind === "approve-candidates") return decision.runs.some(({ beyond }) => beyond);
  return decision.kind === "approve-request" && decision.beyond === true;
}

/** Whether the decision would send content to a model or to the server. */
export function sendsContent(request: HeldRequest, decision: Decision): boolean {
  switch (decision.kind) {
    case "reject":
    case "back-to-request":
    case "answer-by-hand":
    // An error instead of a response, as with a rejection.
    case "send-provider-error":
      return false;
    case "respond":
      return kindOf(request).isRefusal?.(decision.document) !== true;
    default:
      return true;
  }
}

/** The event of a single decision, or why its document is invalid. */
function eventOfDecision(
  request: HeldRequest,
  base: Base,
  decision: OneDecision,
  parts: DecisionDeps,
): Outcome<RequestEvent, Failure> {
  const at = { atMs: parts.clock.nowMs(), by: { kind: "person" as const }, base };
  switch (decision.kind) {
    case "approve-request": {
      const document = shareEqual(decision.document, request.proposed);
      const flags = errors(kindOf(request).checkRequest(document, request.proposed, request.media));
      if (flags.length > 0) return fail({ kind: "invalid-document", flags });
      const came = { hash: request.askedHash, document: request.proposed };
      const seen = seriousCountOf(
        decision,
        parts.scanner.seriousCount(request.id, "request", { document, came }),
      );
      if (!seen.ok) return seen;
      const attemptId = parts.clock.newId();
      const { model, from, redact } = decision;
      const asked = { document, redact, from: from?.attemptId };
      const sent = redactForModel(parts.roster, request.id, attemptId, asked);
      if (!sent.ok) return sent;
      return ok({
        ...at,
        kind: "request-approved",
        attemptId,
        ...sent.value,
        documentHash: parts.hasher.hash(sent.value.document),
        model,
        ...(decision.options === undefined ? {} : { options: decision.options }),
        ...(from === undefined ? {} : { from }),
        ...seen.value,
      });
    }
    case "answer-by-hand": {
      const document = shareEqual(decision.document, request.proposed);
      const flags = shapeFlags(document);
      if (flags.length > 0) return fail({ kind: "invalid-document", flags });
      const attemptId = parts.clock.newId();
      // No model gets this document now, but an attempt that continues from this one sends it.
      const kept = redactForModel(parts.roster, request.id, attemptId, {
        document,
        redact: decision.redact,
      });
      if (!kept.ok) return kept;
      const generated = kindOf(request).emptyResponse();
      const came = { hash: request.askedHash, document: request.proposed };
      const seen = seriousCountOf(
        decision,
        parts.scanner.seriousCount(request.id, "request", { document, came }),
      );
      return ok({
        ...at,
        kind: "answered-by-hand",
        attemptId,
        ...kept.value,
        documentHash: parts.hasher.hash(kept.value.document),
        generated,
        generatedHash: parts.hasher.hash(generated),
        // A response may be written without reviewing the findings; only generating requires it.
        ...(seen.ok ? seen.value : {}),
      });
    }
    case "approve-response":
    case "approve-result":
      return approveResponse(request, at, decision, parts);
    case "back-to-request":
      return ok({ ...at, kind: "returned-to-request" });
    case "send-provider-error":
      return providerError(request, at, decision.attemptId);
    case "reject": {
      const note =
        decision.note === undefined || decision.note === "" ? {} : { note: decision.note };
      return ok({ ...at, kind: "rejected", tellServer: decision.tellServer, ...note });
    }
  }
}

/** Ends a program's request with the error that its last provider gave, if that is still what the user saw. */
function providerError(
  request: HeldRequest,
  { atMs, by, base }: { atMs: number; by: { kind: "person" }; base: Base },
  attemptId: string,
): Outcome<RequestEvent, Failure> {
  const last = request.attempts.at(-1);
  const isOpen = request.phase.kind === "request" && request.reply.kind === "http";
  if (
    !isOpen ||
    last?.id !== attemptId ||
    last.state.kind !== "failed" ||
    !isCurrent(request, base)
  )
    return fail({ kind: "stale" });
  return ok({ kind: "refused", atMs, by, refusal: refusalForFailure(last.state.failure) });
}

/** The events of several generations approved by one decision; each increases the revision. */
function eventsOfRuns(
  request: HeldRequest,
  base: Base,
  runs: readonly ApprovedRun[],
  parts: DecisionDeps,
  atOnce: number,
): Outcome<RequestEvent[], Failure> {
  const events: RequestEvent[] = [];
  for (const [before, run] of runs.entries()) {
    // The user decided on the revision before the first of these events.
    const then = { ...base, revision: base.revision + before };
    const event = eventOfDecision(request, then, { ...run, kind: "approve-request" }, parts);
    if (!event.ok) return event;
    events.push(queueIfBusy(request, event.value, atOnce - before));
  }
  return ok(events);
}

function approveResponse(
  request: HeldRequest,
  at: { atMs: number; by: { kind: "person" }; base: Base },
  decision: Extract<Decision, { kind: "approve-response" | "approve-result" }>,
  parts: DecisionDeps,
): Outcome<RequestEvent, Failure> {
  const attempt = request.attempts.find((a) => a.id === decision.attemptId);
  if (attempt === undefined) return fail({ kind: "stale" });
  const { state } = attempt;
  const kind = kindOf(request);
  if (decision.kind === "approve-result" && kind.readResponse(decision.document as Json) === null)
    return fail({ kind: "stale" });
  const formed = kind.formedFor(request, decision.document);
  const document = shareEqual(formed, "generated" in state ? state.generated : null);
  // What the response may contain depends on what the server asked, not on the user's edit of it.
  const asked = request.proposed ?? attempt.document;
  const flags = errors(
    kind.checkResponse(document, asked, { spoken: request.requester, media: request.media }),
  );
  if (flags.length > 0) return fail({ kind: "invalid-document", flags });
  const came =
    "generated" in state ? { hash: state.generatedHash, document: state.generated } : null;
  // The document as the user saw it, before it was brought into the server's form.
  const shown = { document: decision.document, came };
  const seen = seriousCountOf(decision, parts.scanner.seriousCount(request.id, "response", shown));
  if (!seen.ok) return seen;
  return ok({
    ...at,
    kind: "response-approved",
    attemptId: decision.attemptId,
    document,
    documentHash: parts.hasher.hash(document),
    ...seen.value,
  });
}

/**
 * The events of a response without a model. Begin and approval belong to one step, so that neither is recorded alone.
 */
function eventsOfResponse(
  request: HeldRequest,
  base: Base,
  decision: Extract<Decision, { kind: "respond" }>,
  parts: DecisionDeps,
): Outcome<RequestEvent[], Failure> {
  const kind = kindOf(request);
  const { proposed } = request;
  const document = kind.readResponse(decision.document as Json);
  if (kind.hasModel || proposed === null || document === null) return fail({ kind: "stale" });
  const to = { spoken: request.requester, media: request.media };
  const flags = errors(kind.checkResponse(document, proposed, to));
  if (flags.length > 0) return fail({ kind: "invalid-document", flags });
  const came = { hash: request.askedHash, document: proposed };
  const changed = kind.requestWith?.(proposed, document) ?? null;
  const shown = changed === null ? proposed : shareEqual(changed, proposed);
  const serious = parts.scanner.seriousCount(request.id, "request", { document: shown, came });
  const seen = seriousCountOf(decision, kind.isRefusal?.(document) === true ? 0 : serious);
  if (!seen.ok) return seen;
  const at = { atMs: parts.clock.nowMs(), by: { kind: "person" as const } };
  const attemptId = parts.clock.newId();
  if (changed !== null && request.producer !== undefined) {
    const documentHash = parts.hasher.hash(shown);
    return ok([
      {
        ...at,
        kind: "run-approved",
        base,
        attemptId,
        document: shown,
        documentHash,
        ...seen.value,
      },
    ]);
  }
  return ok(responseEvents({ request, at, base, document, seen: seen.value }, parts));
}

/** A response without a model begins and is approved in one step, by the user or by a rule. */
export function responseEvents(
  {
    request,
    at,
    base,
    document,
    seen = {},
  }: {
    request: HeldRequest;
    at: { atMs: number; by: Actor };
    base: Base;
    document: ResponseDocument;
    seen?: { seriousSeen?: number };
  },
  { clock, hasher }: Pick<DecisionDeps, "clock" | "hasher">,
): RequestEvent[] {
  const kind = kindOf(request);
  const attemptId = clock.newId();
  const generated = kind.emptyResponse();
  return [
    {
      ...at,
      kind: "answered-by-hand",
      base,
      attemptId,
      document: request.proposed ?? kind.deleted.request,
      documentHash: request.askedHash,
      generated,
      generatedHash: hasher.hash(generated),
      ...seen,
    },
    {
      ...at,
      kind: "response-approved",
      attemptId,
      document,
      base: { revision: base.revision + 1, hash: base.hash },
      documentHash: hasher.hash(document),
    },
  ];
}

/** The number of serious findings for the ledger; fails when the user has not seen all of them. */
function seriousCountOf(
  { seriousSeen: seen = 0 }: { seriousSeen?: number | undefined },
  found: number,
): Outcome<{ seriousSeen?: number }, Failure> {
  if (seen < found) return fail({ kind: "findings-unseen", count: found - seen });
  return ok(found === 0 ? {} : { seriousSeen: found });
}

const errors = (flags: Flag[]): Flag[] => flags.filter((flag) => flag.severity === "error");

/** Marks an approved request as waiting when `atOnce` generations are already under way. */
function queueIfBusy(request: HeldRequest, event: RequestEvent, atOnce: number): RequestEvent {
  const full = underWay(request).length >= atOnce;
  return event.kind === "request-approved" && full ? { ...event, waits: true } : event;
}

/**
 * What happens to the next waiting attempt, if there is room for it: it starts, or it is given up because its model may
 * no longer be used.
 */
export function startOf(
  request: HeldRequest,
  atOnce: number,
  checkModel: (model: ModelRef) => Failure | null,
): { kind: "attempt-started" | "stop-asked"; attemptId: string } | null {
  const [next] = running(request).length < atOnce ? waiting(request) : [];
  if (next === undefined) return null;
  const mayNot = next.model !== null && checkModel(next.model) !== null;
  return { kind: mayNot ? "stop-asked" : "attempt-started", attemptId: next.id };
}
