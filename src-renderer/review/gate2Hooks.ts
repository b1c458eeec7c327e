// What gate 2 keeps beside the answer: the model for another try, where the keyboard begins.
import { useEffect, useLayoutEffect, useState } from "react";
import type { ModelRef } from "../../src-shared/models/model.ts";
import type { ResponseDocument } from "../../src-shared/sampling/message.ts";
import { isEmptyAnswer, refinementOf } from "../../src-shared/sampling/refine.ts";
import type { Attempt, Sample } from "../../src-shared/sampling/sample.ts";
import { look, lookingAt } from "../state/candidates.ts";
import type { Places } from "./places.ts";
import { isBarred, useRanking } from "./ranking.ts";
import type { Answered } from "./useGate2.ts";

/** The model for another try: the person's choice, else the one of this attempt, else the first that fits. */
export function useAgain(sample: Sample, attempt: Answered) {
  const [choice, choose] = useState<ModelRef | null>(null);
  const usedBefore =
    attempt.model ?? sample.attempts.findLast((a) => a.model !== null)?.model ?? null;
  const ranked = useRanking(sample, attempt.document, usedBefore);
  const chosen = ranked.of(choice);
  const model = chosen === undefined || isBarred(chosen) ? ranked.first : chosen.ref;
  return { models: ranked.view, ranked, choose, model };
}

/**
 * Shows what the person has started since they last looked, here or at gate 1; what just arrives, of what was started
 * before, is not forced on them.
 */
export function useShownAttempt(sample: Sample, current: Attempt | undefined): void {
  const { id, attempts } = sample;
  // Before anything is drawn: an older answer must not stand there for a moment, ready to be approved.
  useLayoutEffect(() => {
    const { known, attemptId } = lookingAt(id);
    // A new attempt only ever starts because the person asked for one: the first of several is shown.
    const started = known === 0 ? undefined : attempts[known];
    if (started !== undefined) look(id, { attemptId: started.id, refining: null });
    else if (attemptId === null && current !== undefined) look(id, { attemptId: current.id });
    look(id, { known: attempts.length });
    // Which attempts there are decides, not what they hold.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id, attempts.length]);
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
  look(sampleId, { refining });
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
