// Requests selected together for a batch. A single request uses the ordinary selection instead.
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";

interface Marks {
  ids: ReadonlySet<string>;
}

export const multiSelection = createStore<Marks>()(() => ({ ids: new Set() }));

/** Selects exactly these; fewer than two clear the selection. */
export const setMultiSelection = (ids: Iterable<string>): void => {
  const next = new Set(ids);
  multiSelection.setState({ ids: next.size < 2 ? new Set() : next });
};
export const clearMultiSelection = (): void => {
  if (multiSelection.getState().ids.size > 0) multiSelection.setState({ ids: new Set() });
};
export const useMultiSelection = (): ReadonlySet<string> =>
  useStore(multiSelection, ({ ids }) => ids);
