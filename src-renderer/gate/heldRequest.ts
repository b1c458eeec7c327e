// When a response completes, keeps the generating view on screen until gate 2 has rendered in the background, so that
// no frame is blocked.
import { useDeferredValue } from "react";
import { isGenerating } from "#shared/request/life/attempts.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";

/**
 * The previous copy (`drawn`) only when a model was generating in it and the latest one opens gate 2; else the
 * latest. Nothing can be decided while generating, so no decision is ever based on an old copy.
 */
export function requestToDraw(latest: HeldRequest, drawn: HeldRequest): HeldRequest {
  const opens = latest.phase.kind === "response" && isGenerating(drawn) && !isGenerating(latest);
  return opens && latest.id === drawn.id ? drawn : latest;
}

/** The copy to render, given what React rendered last. */
export const useDrawnRequest = (latest: HeldRequest): HeldRequest =>
  requestToDraw(latest, useDeferredValue(latest));
