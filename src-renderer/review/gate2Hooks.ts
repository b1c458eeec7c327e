// What gate 2 keeps beside the answer: the model for another try, where the keyboard begins.
import { useEffect, useState } from "react";
import type { ModelRef } from "../../src-shared/models/model.ts";
import type { Sample } from "../../src-shared/sampling/sample.ts";
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

/** Who answers by hand wants to write at once. */
export function useHandFocus(attempt: Answered, places: Places): void {
  const byHand = attempt.model === null;
  useEffect(() => {
    if (!byHand) return undefined;
    const frame = requestAnimationFrame(() => places.focusFirst());
    return () => cancelAnimationFrame(frame);
  }, [byHand, attempt.id, places]);
}
