// Requests selected together for a batch. A single request uses the ordinary selection instead.
import { useView, view } from "../view.ts";

export const currentMultiSelection = (): ReadonlySet<string> => view.getState().multiSelection;
export const useMultiSelection = (): ReadonlySet<string> =>
  useView(({ multiSelection }) => multiSelection);

/** Selects exactly these; fewer than two clear the selection. */
export const setMultiSelection = (ids: Iterable<string>): void => {
  const next = new Set(ids);
  view.setState({ multiSelection: next.size < 2 ? new Set() : next });
};
export const clearMultiSelection = (): void => {
  if (currentMultiSelection().size > 0) view.setState({ multiSelection: new Set() });
};
