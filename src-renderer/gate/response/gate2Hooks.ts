// Hooks of gate 2: the model for another attempt, the shown attempt, focus.
import { useEffect, useState } from "react";
import type { ModelRef } from "#shared/models/model.ts";
import type { Attempt, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { useDecisionGuard } from "#data/guard/useDecisionGuard.ts";
import type { DecisionGuard } from "#data/guard/decisionGuard.ts";
import { updateCandidateView, useCandidateView } from "#data/requests/candidates.ts";
import type { Places } from "#request/document/places.ts";
import { useRanking } from "#request/models/ranking.ts";
import { shownAttempt } from "#request/attempts/shownAttempt.ts";
import { effectiveModelKey, effectiveModel } from "#request/models/effectiveModel.ts";
import type { Answered } from "#request/response/useGate2.ts";

/**
 * The model for another attempt: the user's choice, else that of this attempt, else the best that can take the
 * request.
 */
export function useAgain(request: HeldRequest, attempt: Attempt) {
  const [choice, choose] = useState<ModelRef | null>(null);
  const usedBefore =
    attempt.model ?? request.attempts.findLast((a) => a.model !== null)?.model ?? null;
  const ranked = useRanking(request, attempt.document, usedBefore);
  const { model, lost } = effectiveModel(ranked, choice);
  const guard = effectiveModelKey(ranked.first, lost);
  return { models: ranked.view, ranked, choose, model, guard };
}

/**
 * A separate guard for generating again, so that a change of the available models does not block approving the
 * response.
 * @param guard key of the model, from `useAgain`
 */
export const useAgainGuard = (
  request: HeldRequest,
  attempt: Attempt,
  guard: string,
): DecisionGuard => useDecisionGuard(`again ${request.id} ${attempt.id} ${guard}`);

/** The attempt that gate 2 shows. */
export function useShownAttempt({ id, attempts }: HeldRequest): Attempt | undefined {
  const current = shownAttempt(attempts, useCandidateView(id));
  const attemptId = current?.id;
  const seenCount = attempts.length;
  useEffect(() => {
    if (attemptId !== undefined) updateCandidateView(id, { attemptId, seenCount });
  }, [id, attemptId, seenCount]);
  return current;
}

/** Focuses the first text of an answer by hand. */
export function useHandFocus(attempt: Answered, places: Places): void {
  const byHand = attempt.model === null;
  useEffect(() => {
    if (!byHand) return undefined;
    const frame = requestAnimationFrame(() => places.focusFirst());
    return () => cancelAnimationFrame(frame);
  }, [byHand, attempt.id, places]);
}
