// The text of a filter as a person types it, what is understood of it, and which faults it is time to show.
import { useMemo, useRef, useState } from "react";
import { print } from "../../../src-shared/filter/print.ts";
import type { FilterFault, FilterQuery } from "../../../src-shared/filter/query.ts";
import { isUnfinished, readTyped } from "../../../src-shared/filter/typed.ts";

export interface FilterText {
  text: string;
  /** What is understood so far; where a text makes no sense, what was understood before it. */
  query: FilterQuery;
  /** The same as text, to be handed on. */
  applied: string;
  /** What is searched for, as it was written where all of it is understood. */
  asked: string;
  /** Faults to be shown; those of a term that is still being typed wait until it is left. */
  faults: readonly FilterFault[];
  write: (text: string) => void;
  /** Typing is over: Enter, or the focus went elsewhere. */
  leave: () => void;
}

const everything: FilterQuery = { kind: "all" };

export function useFilterText(initial = ""): FilterText {
  const [{ text, left }, set] = useState({ text: initial, left: true });
  const typed = useMemo(() => readTyped(text), [text]);
  const last = useRef(everything);
  if (typed.query !== null) last.current = typed.query;
  const query = typed.query ?? last.current;
  const applied = useMemo(() => print(query), [query]);
  // The same filter is the same object, however it is spelled: nothing is looked through again.
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
