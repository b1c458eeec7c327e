// The user's work on an ended request: the response that was sent, or the draft that was not.
import type { RequestDocument, ResponseDocument } from "#shared/request/document/message.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { draftKey, useDraft } from "#data/requests/drafts.ts";

/** The response that was, or is to be, sent. */
export function decided(
  request: HeldRequest,
): { document: ResponseDocument; attemptId: string } | null {
  const place = request.phase.kind === "ended" ? request.phase.ending : request.phase;
  return "document" in place ? place : null;
}

/** The draft of a request that ended without a response; null if nothing was edited. */
export function useUnsentDraft(held: HeldRequest): RequestDocument | ResponseDocument | null {
  const attemptId = held.attempts.at(-1)?.id ?? "";
  const answer = useDraft(draftKey(held.id, { gate: 2, attemptId }));
  const request = useDraft(draftKey(held.id, { gate: 1 }));
  return decided(held) === null ? ((answer ?? request)?.document ?? null) : null;
}
