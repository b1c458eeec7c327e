// The state of gate 2: the selected attempt, its response as a draft, and JSON that does not parse yet.
import { useCallback, useMemo } from "react";
import { isEdited } from "#shared/request/document/change.ts";
import type { Path } from "#shared/request/document/flag.ts";
import { blocksOf } from "#shared/request/document/blocks.ts";
import type { ResponseDocument } from "#shared/request/document/message.ts";
import type { Attempt, AttemptState, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { discardDraft, draftKey, draftOf, setDraft, useDraft } from "#data/requests/drafts.ts";
import { adoptBlocks } from "../document/document.ts";
import { useBroken } from "../document/useBroken.ts";

export type Answered = Attempt & { state: Extract<AttemptState, { kind: "done" | "stopped" }> };
export const isAnswered = (attempt: Attempt): attempt is Answered =>
  attempt.state.kind === "done" || attempt.state.kind === "stopped";

export interface Gate2 {
  attempt: Answered;
  generated: ResponseDocument;
  document: ResponseDocument;
  edited: boolean;
  change: (change: (document: ResponseDocument) => ResponseDocument) => void;
  typed: string | undefined;
  setTyped: (text: string) => void;
  /** Drops `typed` and returns to the last valid document. */
  dropTyped: () => void;
  broken: boolean;
  onBroken: (path: Path, broken: boolean) => void;
  revert: () => void;
}

export function useGate2(request: HeldRequest, attempt: Answered): Gate2 {
  const key = draftKey(request.id, { gate: 2, attemptId: attempt.id });
  const draft = useDraft(key);
  const stored = draft?.gate === 2 ? draft : undefined;
  const generated = attempt.state.generated;
  const drafted = stored?.document as ResponseDocument | undefined;
  const document = useMemo(() => {
    if (drafted === undefined) return generated;
    adoptBlocks(blocksOf(drafted.content), blocksOf(generated.content));
    return drafted;
  }, [drafted, generated]);
  const edited = useMemo(
    () => document !== generated && isEdited(generated, document),
    [generated, document],
  );
  const { isBroken, onBroken } = useBroken();
  const attemptId = attempt.id;
  const change = useCallback(
    (next: (document: ResponseDocument) => ResponseDocument) => {
      const before = draftOf(key);
      const now = before?.gate === 2 ? (before.document as ResponseDocument) : generated;
      setDraft(request.id, { gate: 2, attemptId, document: next(now) });
    },
    [key, request.id, attemptId, generated],
  );
  return {
    attempt,
    generated,
    document,
    edited,
    change,
    typed: stored?.json,
    setTyped: (json) => setDraft(request.id, { gate: 2, attemptId, document, json }),
    dropTyped: () => change((now) => now),
    broken: stored?.json !== undefined || isBroken,
    onBroken,
    // Discarding deletes all drafts of a gate. With several attempts that would drop the edits of the others, so
    // reset this draft instead.
    revert: () =>
      request.attempts.filter(isAnswered).length === 1
        ? discardDraft(request.id, 2)
        : setDraft(request.id, { gate: 2, attemptId, document: generated }),
  };
}
