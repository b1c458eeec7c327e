// What was being typed when a request ended without it: it means nothing any more, and is still there to read.
import { useMemo } from "react";
import type { Draft } from "../../src-shared/ipc/contract.ts";
import type { RequestDocument, ResponseDocument } from "../../src-shared/sampling/message.ts";
import type { Sample } from "../../src-shared/sampling/sample.ts";
import { draftKey, useDraft } from "../state/drafts.ts";
import { Answer } from "./Answer.tsx";
import { RequestBlocks } from "./RequestBlocks.tsx";

/** The newest draft that was not decided: of the last answer, else of the request. */
export function useLeftDraft(sample: Sample): Draft | undefined {
  const attemptId = sample.attempts.at(-1)?.id ?? "";
  const answer = useDraft(draftKey(sample.id, { gate: 2, attemptId }));
  const request = useDraft(draftKey(sample.id, { gate: 1 }));
  if (sample.phase.kind !== "ended" || sample.phase.ending.kind === "replied") return undefined;
  return answer ?? (sample.attempts.length === 0 ? request : undefined);
}

export function LeftDraft({
  draft,
  sample,
  asked,
}: {
  draft: Draft;
  sample: Sample;
  asked: RequestDocument | null;
}) {
  const document = useMemo(() => draft.document, [draft]);
  if (draft.gate === 2) {
    return (
      <Answer document={document as ResponseDocument} sampleId={sample.id} media={sample.media} />
    );
  }
  const request = document as RequestDocument;
  return (
    <RequestBlocks
      document={request}
      asked={asked ?? request}
      sampleId={sample.id}
      media={sample.media}
    />
  );
}
