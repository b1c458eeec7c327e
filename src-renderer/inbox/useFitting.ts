// Joins a filter to the inbox: what fits now, and what stays in the list all the same.
import { useMemo, useRef } from "react";
import type { FilterQuery } from "../../src-shared/filter/query.ts";
import type { Sample } from "../../src-shared/sampling/life/sample.ts";
import { fittingOf } from "./fitting.ts";

const everything = (): boolean => true;

/** Whether a request fits; without a filter everything does. */
export const useFitting = (query: FilterQuery): ((sample: Sample) => boolean) =>
  useMemo(() => (query.kind === "all" ? everything : fittingOf(query)), [query]);

/** The selected request stays in the list as long as the filter stays, once it was in it: nothing leaves under the hand. */
export function useKept(query: FilterQuery, selectedId: string | null, fits: boolean): boolean {
  const kept = useRef<{ query: FilterQuery; id: string | null }>({ query, id: null });
  if (kept.current.query !== query || kept.current.id !== selectedId) {
    kept.current = { query, id: null };
  }
  if (fits && selectedId !== null) kept.current = { query, id: selectedId };
  return selectedId !== null && kept.current.id === selectedId;
}
