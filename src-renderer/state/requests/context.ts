// Which pieces of context were added to which request, as they were added, and the reads in progress. The document
// holds the text; this only locates it.
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import { onChange } from "../mirror.ts";

/** A piece as it was added: its whole content block and a hash of its text. */
export interface AddedPiece {
  part: string;
  stamp: string;
}

/** The context of one sample. */
export interface IncludedContext {
  added: Readonly<Record<string, AddedPiece>>;
  /** Runs that read something for it, oldest first. */
  reads: readonly string[];
  /** The preselected pieces were added, or don't need to be. */
  preset: boolean;
}

const NOTHING: IncludedContext = { added: {}, reads: [], preset: false };

const store = createStore<{ bySample: Readonly<Record<string, IncludedContext>> }>()(() => ({
  bySample: {},
}));

export const includedContextOf = (sampleId: string): IncludedContext =>
  store.getState().bySample[sampleId] ?? NOTHING;

export function useIncludedContext(sampleId: string): IncludedContext {
  return useStore(store, (state) => state.bySample[sampleId] ?? NOTHING);
}

export function updateIncludedContext(sampleId: string, change: Partial<IncludedContext>): void {
  store.setState(({ bySample }) => ({
    bySample: { ...bySample, [sampleId]: { ...(bySample[sampleId] ?? NOTHING), ...change } },
  }));
}

/** Records that a piece was added, or removed (null). */
export function setAddedPiece(sampleId: string, pieceId: string, added: AddedPiece | null): void {
  const { [pieceId]: _before, ...rest } = includedContextOf(sampleId).added;
  updateIncludedContext(sampleId, { added: added === null ? rest : { ...rest, [pieceId]: added } });
}

onChange((change) => {
  if (change.kind !== "sample-removed") return;
  store.setState(({ bySample }) => {
    const { [change.id]: _gone, ...rest } = bySample;
    return { bySample: rest };
  });
});
