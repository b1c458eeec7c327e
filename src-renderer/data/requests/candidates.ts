// Which response of a request is shown, and how: kept while the user is elsewhere, lost with the window.
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";

export interface CandidateView {
  /** The selected attempt; null: the newest response. */
  attemptId: string | null;
  sideBySide: boolean;
  /** Whether the request is expanded above the responses; null: the gate's default. */
  requestOpen: boolean | null;
  /** How many attempts there were when the user last looked: later ones are new. 0: not looked yet. */
  seenCount: number;
}

const fresh: CandidateView = {
  attemptId: null,
  sideBySide: false,
  requestOpen: null,
  seenCount: 0,
};

const store = createStore<Record<string, CandidateView>>()(() => ({}));

/** How the responses of a request are shown. */
export const useCandidateView = (sampleId: string): CandidateView =>
  useStore(store, (state) => state[sampleId] ?? fresh);

/**
 * Whether the responses are shown side by side: most parts of a gate need only this, and re-render only on its
 * change.
 */
export const useSideBySide = (sampleId: string): boolean =>
  useStore(store, (state) => (state[sampleId] ?? fresh).sideBySide);

/** Whether the request is expanded above the responses. */
export const useRequestOpen = (sampleId: string): boolean | null =>
  useStore(store, (state) => (state[sampleId] ?? fresh).requestOpen);

/** Changes how the responses are shown. */
export function updateCandidateView(sampleId: string, change: Partial<CandidateView>): void {
  store.setState((state) => ({ [sampleId]: { ...(state[sampleId] ?? fresh), ...change } }));
}
