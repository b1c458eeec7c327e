// Which requests the list shows, as rows: what fits the filter, what has entered, what keeps its place.
import { useMemo, useRef, useState } from "react";
import type { FilterQuery } from "../../src-shared/filter/query.ts";
import type { Sample } from "../../src-shared/sampling/life/sample.ts";
import { useMirror } from "../state/mirror.ts";
import { useStaying } from "../state/requests/advance.ts";
import { useCleared } from "../state/requests/cleared.ts";
import { isOpen } from "../state/select.ts";
import { rowsOf } from "./rows.ts";
import type { InboxRow } from "./rows.ts";
import { useArrivals } from "./useArrivals.ts";
import type { Arrivals } from "./useArrivals.ts";
import { useFitting, useKept } from "./useFitting.ts";

export interface Listed {
  all: readonly Sample[];
  /** What the list may show, also what is still behind the pill. */
  fitting: readonly Sample[];
  rows: readonly InboxRow[];
  /** How many of the requests are in the list. */
  count: number;
  /** How many are behind the pill. */
  fresh: number;
  arrivals: Arrivals;
  /** Opens a folded row, or folds it. */
  fold: (key: string) => void;
}

export function useListed(query: FilterQuery, selectedId: string | null): Listed {
  const samples = useMirror((state) => state.samples);
  const cleared = useCleared();
  const all = useMemo(
    () => Object.values(samples).filter(({ id }) => !cleared.has(id)),
    [samples, cleared],
  );
  const ids = useMemo(() => all.map(({ id }) => id), [all]);
  const arrivals = useArrivals(ids);
  const selected = selectedId === null ? undefined : samples[selectedId];
  const staying = useStays(selected);
  const fits = useFitting(query);
  const kept = useKept(query, selectedId, selected !== undefined && fits(selected));
  // Another selection makes the rows anew only where it changes them: thousands may be pending.
  const keptId = kept && selected !== undefined && !fits(selected) ? selectedId : null;
  const fitting = useMemo(() => all.filter((s) => fits(s) || s.id === keptId), [all, fits, keptId]);
  const { shows } = arrivals;
  const earlyId = selectedId !== null && !shows(selectedId) ? selectedId : null;
  const listed = useMemo(
    () => fitting.filter((s) => shows(s.id) || s.id === earlyId),
    [fitting, shows, earlyId],
  );
  const fresh = fitting.length - listed.length + (listed.some(({ id }) => id === earlyId) ? 1 : 0);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => rowsOf(listed, staying, opened), [listed, staying, opened]);
  return {
    ...{ all, fitting, rows, arrivals, count: listed.length },
    fresh: arrivals.fresh === 0 ? 0 : fresh,
    fold: (key) => setOpened((before) => toggled(before, key)),
  };
}

/** What keeps its place though it has ended: what was just decided, and what ended while it was looked at. */
function useStays(selected: Sample | undefined): ReadonlySet<string> {
  const decided = useStaying();
  const sticky = useSticky(selected);
  return useMemo(
    () => (sticky === null ? decided : new Set([...decided, sticky])),
    [decided, sticky],
  );
}

/** The id of a request that ended while it was looked at: it keeps its place until the person moves on. */
function useSticky(selected: Sample | undefined): string | null {
  const seenOpen = useRef<string | null>(null);
  if (selected === undefined) seenOpen.current = null;
  else if (isOpen(selected)) seenOpen.current = selected.id;
  else if (seenOpen.current !== selected.id) seenOpen.current = null;
  return selected === undefined || isOpen(selected) ? null : seenOpen.current;
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}
