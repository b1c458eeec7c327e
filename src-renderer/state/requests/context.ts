// Which pieces of context stand in which request, as they were added, and what is being read for it. The
// document itself holds the text; this only knows how to find it again.
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import { onChange } from "../mirror.ts";

/** A piece as it was added: the whole part and the stamp of its text. */
export interface Added {
  part: string;
  stamp: string;
}

/** The context of one sample. */
export interface Included {
  added: Readonly<Record<string, Added>>;
  /** Runs that read something for it, oldest first. */
  reads: readonly string[];
  /** What is ticked beforehand was added, or need not be. */
  preset: boolean;
}

const NOTHING: Included = { added: {}, reads: [], preset: false };

const store = createStore<{ bySample: Readonly<Record<string, Included>> }>()(() => ({
  bySample: {},
}));

export const includedIn = (sampleId: string): Included =>
  store.getState().bySample[sampleId] ?? NOTHING;

export function useIncluded(sampleId: string): Included {
  return useStore(store, (state) => state.bySample[sampleId] ?? NOTHING);
}

export function setIncluded(sampleId: string, change: Partial<Included>): void {
  store.setState(({ bySample }) => ({
    bySample: { ...bySample, [sampleId]: { ...(bySample[sampleId] ?? NOTHING), ...change } },
  }));
}

/** Notes that a piece was added, or with null that it no longer is. */
export function setAdded(sampleId: string, pieceId: string, added: Added | null): void {
  const { [pieceId]: _before, ...rest } = includedIn(sampleId).added;
  setIncluded(sampleId, { added: added === null ? rest : { ...rest, [pieceId]: added } });
}

onChange((change) => {
  if (change.kind !== "sample-removed") return;
  store.setState(({ bySample }) => {
    const { [change.id]: _gone, ...rest } = bySample;
    return { bySample: rest };
  });
});
