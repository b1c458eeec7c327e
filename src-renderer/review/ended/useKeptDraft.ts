// What became of the person's work on a request that has ended: the answer that left, or the draft that
// did not.
import type {
  RequestDocument,
  ResponseDocument,
} from "../../../src-shared/sampling/document/message.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { draftKey, useDraft } from "../../state/requests/drafts.ts";

/** The answer that left, or is to leave. */
export function decided(sample: Sample): { document: ResponseDocument; attemptId: string } | null {
  const place = sample.phase.kind === "ended" ? sample.phase.ending : sample.phase;
  return "document" in place ? place : null;
}

/** What the person was typing when the request ended without an answer; null when nothing was edited. */
export function useKeptDraft(sample: Sample): RequestDocument | ResponseDocument | null {
  const attemptId = sample.attempts.at(-1)?.id ?? "";
  const answer = useDraft(draftKey(sample.id, { gate: 2, attemptId }));
  const request = useDraft(draftKey(sample.id, { gate: 1 }));
  const refinement = useDraft(draftKey(sample.id, { gate: "refine" }));
  return decided(sample) === null ? ((answer ?? refinement ?? request)?.document ?? null) : null;
}
