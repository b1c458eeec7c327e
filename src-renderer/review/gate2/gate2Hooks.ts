// What gate 2 keeps beside the answer: the model for another try, where the keyboard begins.
import { useEffect, useState } from "react";
import type { ModelRef } from "../../../src-shared/models/model.ts";
import type { ResponseDocument } from "../../../src-shared/sampling/document/message.ts";
import { isEmptyAnswer, refinementOf } from "../../../src-shared/sampling/life/refine.ts";
import type { Attempt, Sample } from "../../../src-shared/sampling/life/sample.ts";
import { useDecisionGuard } from "../../guard/useDecisionGuard.ts";
import type { DecisionGuard } from "../../guard/decisionGuard.ts";
import { updateCandidateView, useCandidateView } from "../../state/requests/candidates.ts";
import type { Places } from "../blocks/places.ts";
import { useRanking } from "../models/ranking.ts";
import { shownAttempt } from "../attempts/shownAttempt.ts";
import { standing, standingModel } from "../models/standing.ts";
import type { Answered } from "./useGate2.ts";

/** The model for another try: the person's choice, else the one of this attempt, else the first that fits. */
export function useAgain(sample: Sample, attempt: Attempt) {
  const [choice, choose] = useState<ModelRef | null>(null);
  const usedBefore =
    attempt.model ?? sample.attempts.findLast((a) => a.model !== null)?.model ?? null;
  const ranked = useRanking(sample, attempt.document, usedBefore);
  const { model, lost } = standingModel(ranked, choice);
  const guard = standing(ranked.first, lost);
  return { models: ranked.view, ranked, choose, model, guard };
}

/**
 * Guards what goes to a model from beside an answer: another model under the hand holds that back, and not the answer.
 * @param guard names the model that stands there, as `useAgain` gives it
 */
export const useAgainArm = (sample: Sample, attempt: Attempt, guard: string): DecisionGuard =>
  useDecisionGuard(`again ${sample.id} ${attempt.id} ${guard}`);

/** What gate 2 shows now: the attempt, and the refinement that is being written unless something began since. */
export function useShownAttempt(sample: Sample): ReturnType<typeof shownAttempt> {
  const { id, attempts } = sample;
  const shown = shownAttempt(attempts, useCandidateView(id));
  const { current, refining } = shown;
  useEffect(() => {
    if (current !== undefined) {
      const dropped = refining === null ? { refining } : {};
      updateCandidateView(id, { attemptId: current.id, seenCount: attempts.length, ...dropped });
    }
    // Which attempts there are decides, not what they hold.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id, attempts.length, current?.id]);
  return shown;
}

/** Prepares what a model would be sent to refine this answer. */
export function beginRefining(
  sampleId: string,
  attempt: Answered,
  answer: ResponseDocument,
  model: ModelRef | null,
): void {
  if (isEmptyAnswer(answer)) return;
  const { document, callsAsText } = refinementOf(attempt.document, answer);
  const refining = { attemptId: attempt.id, document, prepared: document, callsAsText, model };
  updateCandidateView(sampleId, { refining });
}

/** Who answers by hand wants to write at once. */
export function useHandFocus(attempt: Answered, places: Places): void {
  const byHand = attempt.model === null;
  useEffect(() => {
    if (!byHand) return undefined;
    const frame = requestAnimationFrame(() => places.focusFirst());
    return () => cancelAnimationFrame(frame);
  }, [byHand, attempt.id, places]);
}
