// Reconstructs a request as it was when rules could decide about it, so that a dry run does not see what happened
// later.
import type { Inspected } from "../../findings/inspection.ts";
import { isMediaRef } from "../../request/document/media.ts";
import type { Json } from "../../json.ts";
import type { Attempt, HeldRequest, TimelineEntry } from "../../request/life/heldRequest.ts";
import type { RuleGate } from "../rule.ts";

/**
 * A refusal by the desk within this time happened on arrival, before any rule was evaluated; wait limits are longer.
 */
const AT_ONCE_MS = 1000;

/**
 * The request as received, or with the response that rules were evaluated for. Null if it never reached that gate:
 * refused on arrival, a replay, or without a single response by a model.
 */
export function requestAt(request: HeldRequest, gate: RuleGate): HeldRequest | null {
  if (request.reply.kind === "replay" || refusedAtOnce(request)) return null;
  return gate === "request" ? asItCame(request) : asAnswered(request);
}

function refusedAtOnce({ phase, receivedAtMs }: HeldRequest): boolean {
  if (phase.kind !== "ended" || phase.ending.kind !== "refused") return false;
  return phase.ending.by.kind === "desk" && phase.atMs - receivedAtMs < AT_ONCE_MS;
}

function asItCame(request: HeldRequest): HeldRequest {
  const { more: _later, prepared: _then, ...rest } = request;
  return {
    ...rest,
    media: ownMedia(request),
    ...inspectedAt(request, ({ gate }) => gate === "request"),
    ...judgedAt(request, null),
    attempts: [],
    phase: { kind: "request" },
    revision: 0,
    timeline: request.timeline.slice(0, 1),
  };
}

function asAnswered(request: HeldRequest): HeldRequest | null {
  const at = answeredAloneAt(request);
  if (at === -1) return null;
  const { more: _later, ...rest } = request;
  const attempts = request.attempts.slice(0, 1);
  const [made] = attempts;
  const was: HeldRequest = {
    ...rest,
    ...inspectedAt(request, ({ gate, attemptId }) => gate === "request" || attemptId === made?.id),
    ...judgedAt(request, "request"),
    attempts,
    phase: { kind: "response" },
    timeline: request.timeline.slice(0, at + 1),
  };
  return answerAlone(was) === null ? null : was;
}

/** An attempt with a complete response by a model. */
export type Answered = Attempt & { state: Extract<Attempt["state"], { generated: unknown }> };

/**
 * The attempt whose response rules are evaluated for: complete, by a model, and the only attempt. Between several, or
 * after a failure, the user chooses. Null if there is none.
 */
export function answerAlone({ phase, attempts }: Pick<HeldRequest, "phase" | "attempts">) {
  const [attempt] = attempts;
  if (phase.kind !== "response" || attempts.length !== 1 || attempt === undefined) return null;
  return isWholeAnswer(attempt) ? attempt : null;
}

const isWholeAnswer = (attempt: Attempt): attempt is Answered =>
  attempt.model !== null && attempt.state.kind === "done" && attempt.state.brokenOff === undefined;

/** The request with its first complete response, whatever other attempts there were; null without one. */
export function withAnswer(request: HeldRequest): HeldRequest | null {
  const answer = request.attempts.find(isWholeAnswer);
  if (answer === undefined) return null;
  const { more: _later, ...rest } = request;
  const found = inspectedAt(
    request,
    ({ gate, attemptId }) => gate === "request" || attemptId === answer.id,
  );
  return { ...rest, ...found, attempts: [answer], phase: { kind: "response" } };
}

/** Events that may precede the first response if rules are to be evaluated for it. */
const BEFORE: ReadonlySet<TimelineEntry["kind"]> = new Set<TimelineEntry["kind"]>([
  "received",
  "judged",
  "request-approved",
  "attempt-started",
  "stop-asked",
]);

/** Index in the timeline of the first response, if no other generation was approved before it; −1 otherwise. */
function answeredAloneAt({ timeline }: Pick<HeldRequest, "timeline">): number {
  const at = timeline.findIndex(({ kind }) => kind === "attempt-done");
  const before = timeline.slice(0, Math.max(at, 0));
  const approved = before.filter(({ kind }) => kind === "request-approved").length;
  return approved === 1 && before.every(({ kind }) => BEFORE.has(kind)) ? at : -1;
}

/** The decisions of rules before this gate. */
function judgedAt({ judged }: HeldRequest, gate: RuleGate | null): Pick<HeldRequest, "judged"> {
  return judged === undefined ? {} : { judged: judged.filter((one) => one.gate === gate) };
}

/** The findings that were known at this gate. */
function inspectedAt(
  { inspected }: HeldRequest,
  known: (one: Inspected) => boolean,
): Pick<HeldRequest, "inspected"> {
  return inspected === undefined ? {} : { inspected: inspected.filter(known) };
}

/** Only the media in the request itself; others were added later. */
function ownMedia({ media, asked }: HeldRequest): HeldRequest["media"] {
  if (media.length === 0) return media;
  const named = refsIn(asked);
  return media.filter(({ ref }) => named.has(ref));
}

/** Not recursive, as a server may nest the request to any depth. */
function refsIn(value: Json): ReadonlySet<string> {
  const refs = new Set<string>();
  const open: (Json | undefined)[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (isMediaRef(next)) refs.add(next);
    else if (typeof next === "object" && next !== null) {
      for (const field of Object.values(next)) open.push(field);
    }
  }
  return refs;
}
