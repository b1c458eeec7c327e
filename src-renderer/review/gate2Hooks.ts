// What gate 2 keeps beside the answer: the model for another try, where the keyboard begins.
import { useEffect, useMemo, useState } from "react";
import type { ModelRef } from "../../src-shared/models/model.ts";
import type { Sample } from "../../src-shared/sampling/sample.ts";
import { useMirror } from "../state/mirror.ts";
import { modelChoices, presetChoice } from "./modelChoices.ts";
import type { Places } from "./places.ts";
import type { Answered } from "./useGate2.ts";

/** The model for another try: the person's choice, else the one of this attempt, else the first that fits. */
export function useAgain(sample: Sample, attempt: Answered) {
  const models = useMirror((state) => state.models);
  const [choice, choose] = useState<ModelRef | null>(null);
  const usedBefore =
    attempt.model ?? sample.attempts.findLast((a) => a.model !== null)?.model ?? null;
  const choices = useMemo(
    () => modelChoices(models, attempt.document, usedBefore),
    [models, attempt.document, usedBefore],
  );
  return { models, choices, choose, model: choice ?? presetChoice(choices) };
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
