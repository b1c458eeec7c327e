// Which response of a request is shown, and how: kept while the user is elsewhere, lost with the window.
import { updateRequestView, useRequestView } from "../view.ts";
import type { CandidateView } from "../view.ts";

/** How the responses of a request are shown. */
export const useCandidateView = (sampleId: string): CandidateView =>
  useRequestView(sampleId, ({ candidates }) => candidates);

/**
 * Whether the responses are shown side by side: most parts of a gate need only this, and re-render only on its
 * change.
 */
export const useSideBySide = (sampleId: string): boolean =>
  useRequestView(sampleId, ({ candidates }) => candidates.sideBySide);

/** Whether the request is expanded above the responses. */
export const useRequestOpen = (sampleId: string): boolean | null =>
  useRequestView(sampleId, ({ candidates }) => candidates.requestOpen);

/** Changes how the responses are shown. */
export const updateCandidateView = (sampleId: string, change: Partial<CandidateView>): void =>
  updateRequestView(sampleId, ({ candidates }) => ({ candidates: { ...candidates, ...change } }));
