// Connects a filter to the inbox: what matches now, and what stays listed anyway.
import { useMemo, useRef } from "react";
import type { FilterQuery } from "#shared/filter/query.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { matcherFor } from "./matching.ts";

const everything = (): boolean => true;

/** Whether a request matches; without a filter all do. */
export const useMatcher = (query: FilterQuery): ((request: HeldRequest) => boolean) =>
  useMemo(() => (query.kind === "all" ? everything : matcherFor(query)), [query]);

/** The selected request stays listed under the same filter once it was listed: nothing vanishes under the pointer. */
export function useKeepSelected(
  query: FilterQuery,
  selectedId: string | null,
  fits: boolean,
): boolean {
  const kept = useRef<{ query: FilterQuery; id: string | null }>({ query, id: null });
  if (kept.current.query !== query || kept.current.id !== selectedId) {
    kept.current = { query, id: null };
  }
  if (fits && selectedId !== null) kept.current = { query, id: selectedId };
  return selectedId !== null && kept.current.id === selectedId;
}
