// Which answer of a request is looked at, and how: kept while the person is elsewhere, gone with the window.
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import type { Draft } from "../../../src-shared/sampling/life/decision.ts";
import type { ModelRef } from "../../../src-shared/models/model.ts";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import { discardDraft, draftKey, draftOf, setDraft } from "./drafts.ts";

/** A refinement that is being written: what would be sent. */
export interface Refining {
  /** The attempt whose answer it begins with. */
  attemptId: string;
  document: RequestDocument;
  /** As it was prepared, before anybody edited it. */
  prepared: RequestDocument;
  /** Tool calls of the answer that are told as text. */
  callsAsText: number;
  model: ModelRef | null;
}

export interface Looking {
  /** The attempt that was chosen; null: the newest answer. */
  attemptId: string | null;
  sideBySide: boolean;
  refining: Refining | null;
  /** Whether the request is open above the answers; null: as the gate has it. */
  question: boolean | null;
  /** How many attempts there were when the person last looked: a later one is news. 0: they have not looked yet. */
  known: number;
}

const fresh: Looking = {
  attemptId: null,
  sideBySide: false,
  refining: null,
  question: null,
  known: 0,
};

const store = createStore<Record<string, Looking>>()(() => ({}));

/** How the answers of a request are looked at. */
export const useLooking = (sampleId: string): Looking =>
  useStore(store, (state) => state[sampleId] ?? fresh);

/** Whether they stand side by side: all that most of a gate need know, which is not drawn again for the rest. */
export const useSideBySide = (sampleId: string): boolean =>
  useStore(store, (state) => (state[sampleId] ?? fresh).sideBySide);

/** Whether the request is open above them. */
export const useQuestionOpen = (sampleId: string): boolean | null =>
  useStore(store, (state) => (state[sampleId] ?? fresh).question);

/** The same outside of a component. */
export const lookingAt = (sampleId: string): Looking => store.getState()[sampleId] ?? fresh;

/** Changes how they are looked at. What is written of a refinement is kept as every draft is. */
export function look(sampleId: string, change: Partial<Looking>): void {
  if (change.refining !== undefined) keepRefining(sampleId, change.refining);
  store.setState((state) => ({ [sampleId]: { ...(state[sampleId] ?? fresh), ...change } }));
}

function keepRefining(sampleId: string, refining: Refining | null): void {
  const key = draftKey(sampleId, { gate: "refine" });
  if (refining === null) {
    if (draftOf(key) !== undefined) discardDraft(sampleId, "refine");
  } else if (refining.document !== refining.prepared) {
    setDraft(sampleId, { gate: "refine", ...refining });
  }
}

/** Takes up the refinements that main kept from before. */
export function restoreRefinements(kept: Record<string, Draft[]>): void {
  for (const [sampleId, drafts] of Object.entries(kept)) {
    const draft = drafts.find((one) => one.gate === "refine");
    if (draft === undefined) continue;
    const { gate: _, ...refining } = draft;
    store.setState((state) => ({ [sampleId]: { ...(state[sampleId] ?? fresh), refining } }));
  }
}
