// The documents of a request in chronological order: requested, approved, generated, sent.
import { blocksOf } from "../request/document/blocks.ts";
import { kindFactsOf } from "../request/kinds/facts.ts";
import type { Json } from "../json.ts";
import type { RequestDocument, ResponseDocument } from "../request/document/message.ts";
import { askedBy } from "../request/life/actors.ts";
import type { Actor, Attempt, HeldRequest } from "../request/life/heldRequest.ts";

export type Step = "asked" | "approved" | "generated" | "sent";
export const steps: readonly Step[] = ["asked", "approved", "generated", "sent"];

/** A document's content; null if it was deleted. `raw` is JSON that the editors cannot show. */
export type Content =
  | { kind: "request"; document: RequestDocument }
  | { kind: "answer"; document: ResponseDocument }
  | { kind: "raw"; value: Json }
  | null;

export interface Doc {
  /** Unique within the request. */
  id: string;
  step: Step;
  /** The attempt it belongs to; absent for the request as received. */
  attempt?: Attempt;
  content: Content;
  atMs: number | null;
  by: Actor | null;
  /** SHA-256 of the canonical form, if recorded. */
  hash?: string;
}

/**
 * All documents in order, grouped by attempt.
 * @param forgotten content was deleted, so that empty documents are treated as deleted
 */
export function documentsOf(request: HeldRequest, forgotten = false): Doc[] {
  const docs = allOf(request);
  return forgotten
    ? docs.map((doc) => (isEmpty(doc.content) ? { ...doc, content: null } : doc))
    : docs;
}

function isEmpty(content: Content): boolean {
  if (content?.kind === "request") return content.document.messages.length === 0;
  return content?.kind === "answer" && blocksOf(content.document.content).length === 0;
}

function allOf(request: HeldRequest): Doc[] {
  const docs = conversationOf(request);
  // Kinds without a model are shown as JSON, and nothing is generated for them.
  return kindFactsOf(request).hasModel
    ? docs
    : docs.filter(({ step }) => step !== "generated").map((doc) => asJson(request, doc));
}

function asJson(request: HeldRequest, doc: Doc): Doc {
  const isGone = doc.hash === "" || (doc.step !== "sent" && request.asked === null);
  return { ...doc, content: isGone ? null : { kind: "raw", value: jsonOf(request, doc) } };
}

function jsonOf({ asked, phase }: HeldRequest, { step }: Doc): Json {
  const decided = phase.kind === "ended" ? phase.ending : phase;
  return step === "sent" && "document" in decided ? decided.document : asked;
}

function conversationOf(request: HeldRequest): Doc[] {
  const sent = sentOf(request);
  return [
    askedOf(request),
    ...request.attempts.flatMap((attempt) => {
      const generated = generatedOf(request, attempt);
      return [approvedOf(attempt), ...(generated === null ? [] : [generated])];
    }),
    ...(sent === null ? [] : [sent]),
  ];
}

function askedOf(request: HeldRequest): Doc {
  const { asked, askedHash, requester, proposed, receivedAtMs } = request;
  const content: Content =
    proposed !== null
      ? requestContent(proposed)
      : asked === null
        ? null
        : { kind: "raw", value: asked };
  const by: Actor | null = requester.serverId === "" ? null : askedBy(request);
  return { id: "asked", step: "asked", content, atMs: receivedAtMs, by, hash: askedHash };
}

const approvedOf = (attempt: Attempt): Doc => ({
  id: `approved-${attempt.id}`,
  step: "approved",
  attempt,
  content: requestContent(attempt.document),
  atMs: attempt.startedAtMs,
  by: attempt.by,
  hash: attempt.documentHash,
});

function generatedOf({ timeline }: HeldRequest, attempt: Attempt): Doc | null {
  const { state, model } = attempt;
  if (!("generated" in state)) return null;
  const ended = timeline.find(
    ({ kind, hash }) => hash === state.generatedHash && endsAttempt.has(kind),
  );
  return {
    id: `generated-${attempt.id}`,
    step: "generated",
    attempt,
    content: answerContent(state.generated),
    atMs: ended?.atMs ?? attempt.startedAtMs + state.tookMs,
    by: model === null ? attempt.by : { kind: "model" },
    hash: state.generatedHash,
  };
}
const endsAttempt: ReadonlySet<string> = new Set([
  "attempt-done",
  "attempt-stopped",
  "answered-by-hand",
]);

/** The response that was sent or was to be sent. */
function sentOf({ phase, attempts, timeline }: HeldRequest): Doc | null {
  const place = phase.kind === "ended" ? phase.ending : phase;
  if (!("attemptId" in place)) return null;
  const attempt = attempts.find(({ id }) => id === place.attemptId);
  const approved = timeline.findLast(({ kind }) => kind === "response-approved");
  return {
    id: "sent",
    step: "sent",
    attempt,
    content: answerContent(place.document),
    atMs: approved?.atMs ?? (phase.kind === "ended" ? phase.atMs : null),
    by: place.by,
    hash: place.documentHash,
  };
}

/** A deleted document is absent or empty. */
const requestContent = (document: Partial<RequestDocument> | null | undefined): Content =>
  Array.isArray(document?.messages)
    ? { kind: "request", document: document as RequestDocument }
    : null;
const answerContent = (document: Partial<ResponseDocument> | null | undefined): Content =>
  document?.content === undefined
    ? null
    : { kind: "answer", document: document as ResponseDocument };
