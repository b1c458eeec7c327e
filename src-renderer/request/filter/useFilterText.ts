// A filter as the user types it: its text, the parsed query, and the errors to show now.
import { useMemo, useRef, useState } from "react";
import { print } from "#shared/filter/print.ts";
import type { FilterFault, FilterQuery } from "#shared/filter/query.ts";
import { isUnfinished, readUnfinished } from "#shared/filter/typed.ts";

export interface FilterText {
  text: string;
  /** The last query that parsed. */
  query: FilterQuery;
  /** The same as text, for callers. */
  applied: string;
  /** What is searched for, as typed if all of it parses. */
  asked: string;
  /** The errors to show; those of a term still being typed wait until the caret leaves it. */
  faults: readonly FilterFault[];
  write: (text: string) => void;
  /** The user finished typing: Enter, or blur. */
  leave: () => void;
}

const everything: FilterQuery = { kind: "all" };

export function useFilterText(initial = ""): FilterText {
  const [{ text, left }, set] = useState({ text: initial, left: true });
  const typed = useMemo(() => readUnfinished(text), [text]);
  const last = useRef(everything);
  if (typed.query !== null) last.current = typed.query;
  const query = typed.query ?? last.current;
  const applied = useMemo(() => print(query), [query]);
  // Keeps the object identity of an equal filter, however it is spelled, so that nothing is searched again.
  const settled = useRef(query);
  if (print(settled.current) !== applied) settled.current = query;
  const faults = useMemo(
    () => (left ? typed.faults : typed.faults.filter((fault) => !isUnfinished(fault, text))),
    [typed, left, text],
  );
  return {
    text,
    query: settled.current,
    applied,
    asked: typed.faults.length === 0 ? text.trim() : applied,
    faults,
    write: (next) => set({ text: next, left: false }),
    leave: () => set((before) => (before.left ? before : { ...before, left: true })),
  };
}
