// Joins a filter to the inbox: what fits now, found within the frame where that is possible, else in the next ones.
import { useEffect, useMemo, useRef, useState } from "react";
import type { FilterQuery } from "../../src-shared/filter/query.ts";
import type { Sample } from "../../src-shared/sampling/life/sample.ts";
import { overIn, SLICE_MS } from "../state/requests/indexedTexts.ts";
import { Fitting } from "./fitting.ts";

export interface Fits {
  /** Without a filter everything does. */
  fits: (sample: Sample) => boolean;
  /** Some were not looked at yet. */
  looking: boolean;
}

const everything: Fits = { fits: () => true, looking: false };

export function useFitting(query: FilterQuery, samples: readonly Sample[]): Fits {
  const [round, setRound] = useState(0);
  const fitting = useMemo(
    () => (query.kind === "all" ? null : new Fitting(query, Date.now())),
    [query],
  );
  const found = useMemo((): Fits => {
    if (fitting === null) return everything;
    const done = fitting.work(samples, overIn(SLICE_MS));
    return { fits: (sample) => fitting.fits(sample), looking: !done };
    // oxlint-disable-next-line react/exhaustive-deps -- each round looks further
  }, [fitting, samples, round]);
  useEffect(() => {
    if (!found.looking) return undefined;
    const timer = setTimeout(() => setRound((before) => before + 1), 0);
    return () => clearTimeout(timer);
  }, [found]);
  return found;
}

/** The selected request stays in the list as long as the filter stays, once it was in it: nothing leaves under the hand. */
export function useKept(query: FilterQuery, selectedId: string | null, fits: boolean): boolean {
  const kept = useRef<{ query: FilterQuery; id: string | null }>({ query, id: null });
  if (kept.current.query !== query || kept.current.id !== selectedId) {
    kept.current = { query, id: null };
  }
  if (fits && selectedId !== null) kept.current = { query, id: selectedId };
  return selectedId !== null && kept.current.id === selectedId;
}
