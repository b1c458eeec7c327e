// Which response of a request is shown, and how: kept while the user is elsewhere, lost with the window.
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import type { Draft } from "../../../src-shared/sampling/life/decision.ts";
import type { ModelRef } from "../../../src-shared/models/model.ts";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import { discardDraft, draftKey, draftOf, setDraft } from "./drafts.ts";

/** A refinement being written: the request that would be sent. */
export interface RefinementDraft {
  /** The attempt whose response it starts from. */
  attemptId: string;
  document: RequestDocument;
  /** As prepared, before any edit. */
  prepared: RequestDocument;
  /** Tool calls of the response that are rendered as text. */
  callsAsText: number;
  model: ModelRef | null;
}

export interface CandidateView {
  /** The selected attempt; null: the newest response. */
  attemptId: string | null;
  sideBySide: boolean;
  refining: RefinementDraft | null;
  /** Whether the request is expanded above the responses; null: the gate's default. */
  requestOpen: boolean | null;
  /** How many attempts there were when the user last looked: later ones are new. 0: not looked yet. */
  seenCount: number;
}

const fresh: CandidateView = {
  attemptId: null,
  sideBySide: false,
  refining: null,
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

/** `useCandidateView` outside of components. */
export const candidateViewOf = (sampleId: string): CandidateView =>
  store.getState()[sampleId] ?? fresh;

/** Changes how the responses are shown. A refinement's text is saved like any draft. */
export function updateCandidateView(sampleId: string, change: Partial<CandidateView>): void {
  if (change.refining !== undefined) keepRefining(sampleId, change.refining);
  store.setState((state) => ({ [sampleId]: { ...(state[sampleId] ?? fresh), ...change } }));
}

function keepRefining(sampleId: string, refining: RefinementDraft | null): void {
  const key = draftKey(sampleId, { gate: "refine" });
  if (refining === null) {
    if (draftOf(key) !== undefined) discardDraft(sampleId, "refine");
  } else if (refining.document !== refining.prepared) {
    setDraft(sampleId, { gate: "refine", ...refining });
  }
}

/** Restores the refinements that main saved. */
export function restoreRefinements(kept: Record<string, Draft[]>): void {
  for (const [sampleId, drafts] of Object.entries(kept)) {
    const draft = drafts.find((one) => one.gate === "refine");
    if (draft === undefined) continue;
    const { gate: _, ...refining } = draft;
    store.setState((state) => ({ [sampleId]: { ...(state[sampleId] ?? fresh), refining } }));
  }
}
