// Which pieces of context were added to which request, as they were added. The document holds the text; this only
// locates it.
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import { onChange } from "../mirror.ts";

/** The context of one sample. */
export interface IncludedContext {
  /** By piece, its text with its tags. */
  added: Readonly<Record<string, string>>;
  /** The preselected pieces were added, or don't need to be. */
  preset: boolean;
}

const NOTHING: IncludedContext = { added: {}, preset: false };

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
export function setAddedPiece(sampleId: string, pieceId: string, part: string | null): void {
  const { [pieceId]: _before, ...rest } = includedContextOf(sampleId).added;
  updateIncludedContext(sampleId, { added: part === null ? rest : { ...rest, [pieceId]: part } });
}

onChange((change) => {
  if (change.kind !== "sample-removed") return;
  store.setState(({ bySample }) => {
    const { [change.id]: _gone, ...rest } = bySample;
    return { bySample: rest };
  });
});
