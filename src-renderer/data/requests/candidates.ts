// Which response of a request is shown, and how: kept while the user is elsewhere, lost with the window.
import { updateRequestView, useRequestView } from "../view.ts";
import type { CandidateView } from "../view.ts";

/** How the responses of a request are shown. */
export const useCandidateView = (requestId: string): CandidateView =>
  useRequestView(requestId, ({ candidates }) => candidates);

/**
 * Whether the responses are shown side by side: most parts of a gate need only this, and re-render only on its
 * change.
 */
export const useSideBySide = (requestId: string): boolean =>
  useRequestView(requestId, ({ candidates }) => candidates.sideBySide);

/** Whether the request is expanded above the responses. */
export const useRequestOpen = (requestId: string): boolean | null =>
  useRequestView(requestId, ({ candidates }) => candidates.requestOpen);

/** Changes how the responses are shown. */
export const updateCandidateView = (requestId: string, change: Partial<CandidateView>): void =>
  updateRequestView(requestId, ({ candidates }) => ({ candidates: { ...candidates, ...change } }));
