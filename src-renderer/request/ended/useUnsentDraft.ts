// The user's work on an ended request: the response that was sent, or the draft that was not.
import type { RequestDocument, ResponseDocument } from "#shared/request/document/message.ts";
import type { Sample } from "#shared/request/life/heldRequest.ts";
import { draftKey, useDraft } from "#data/requests/drafts.ts";

/** The response that was, or is to be, sent. */
export function decided(sample: Sample): { document: ResponseDocument; attemptId: string } | null {
  const place = sample.phase.kind === "ended" ? sample.phase.ending : sample.phase;
  return "document" in place ? place : null;
}

/** The draft of a request that ended without a response; null if nothing was edited. */
export function useUnsentDraft(sample: Sample): RequestDocument | ResponseDocument | null {
  const attemptId = sample.attempts.at(-1)?.id ?? "";
  const answer = useDraft(draftKey(sample.id, { gate: 2, attemptId }));
  const request = useDraft(draftKey(sample.id, { gate: 1 }));
  return decided(sample) === null ? ((answer ?? request)?.document ?? null) : null;
}
