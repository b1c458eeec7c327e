// Which copy of a sample the review draws while an answer becomes complete: the step that is on screen stays there until
// the next one is drawn, so that its opening is done in slices and holds up no frame.
import { useDeferredValue } from "react";
import { isGenerating } from "../../src-shared/sampling/life/attempts.ts";
import type { Sample } from "../../src-shared/sampling/life/sample.ts";

/**
 * The copy to draw: `drawn`, what was drawn last, only where a model worked then and its answer can be reviewed now.
 * Nothing can be decided while a model works, so that nothing is decided on what is not the latest. Whatever else
 * happens is drawn at once.
 */
export function sampleToDraw(latest: Sample, drawn: Sample): Sample {
  const opens = latest.phase.kind === "response" && isGenerating(drawn) && !isGenerating(latest);
  return opens && latest.id === drawn.id ? drawn : latest;
}

/** The same, of what React has drawn. */
export const useDrawnSample = (latest: Sample): Sample =>
  sampleToDraw(latest, useDeferredValue(latest));
