// Requests that are marked together, to be decided at once. One alone is no batch: then the ordinary selection holds.
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";

interface Marks {
  ids: ReadonlySet<string>;
}

export const marks = createStore<Marks>()(() => ({ ids: new Set() }));

/** Marks exactly these; fewer than two are none. */
export const setMarks = (ids: Iterable<string>): void => {
  const next = new Set(ids);
  marks.setState({ ids: next.size < 2 ? new Set() : next });
};
export const clearMarks = (): void => {
  if (marks.getState().ids.size > 0) marks.setState({ ids: new Set() });
};
export const useMarks = (): ReadonlySet<string> => useStore(marks, ({ ids }) => ids);
