// Which requests the list shows, as rows: matches of the filter, admitted ones, pinned ones.
import { useMemo, useRef, useState } from "react";
import type { FilterQuery } from "#shared/filter/query.ts";
import type { FindingKind } from "#shared/findings/kinds.ts";
import { permissionOf } from "#shared/rules/standingPermission.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { useMirror } from "#data/mirror.ts";
import { usePinnedRows } from "#data/requests/advance.ts";
import { useCleared } from "#data/requests/cleared.ts";
import { isOpen } from "#data/select.ts";
import { rowFacts } from "./facts.ts";
import { rowsOf } from "./rows.ts";
import type { InboxRow } from "./rows.ts";
import { whyReadStays } from "./batch/sessionPlan.ts";
import { useArrivals } from "./useArrivals.ts";
import type { Arrivals } from "./useArrivals.ts";
import { useMatcher, useKeepSelected } from "./useMatcher.ts";

export interface ListedRows {
  all: readonly HeldRequest[];
  /** Everything the list may show, including what is behind the pill. */
  matching: readonly HeldRequest[];
  rows: readonly InboxRow[];
  /** How many of the requests are in the list. */
  count: number;
  /** How many are behind the pill. */
  newCount: number;
  arrivals: Arrivals;
  /** Expands or collapses a folded row. */
  fold: (key: string) => void;
}

export function useListedRows(query: FilterQuery, selectedId: string | null): ListedRows {
  const requests = useMirror((state) => state.requests);
  const cleared = useCleared();
  const all = useMemo(
    () => Object.values(requests).filter((one) => !cleared.has(one.id) && !passedUnasked(one)),
    [requests, cleared],
  );
  const ids = useMemo(() => all.map(({ id }) => id), [all]);
  const arrivals = useArrivals(ids);
  const selected = selectedId === null ? undefined : requests[selectedId];
  const staying = useStays(selected);
  const fits = useMatcher(query);
  const kept = useKeepSelected(query, selectedId, selected !== undefined && fits(selected));
  // The selection recomputes the rows only if it affects them: thousands may be pending.
  const keptId = kept && selected !== undefined && !fits(selected) ? selectedId : null;
  const matching = useMemo(
    () => all.filter((s) => fits(s) || s.id === keptId),
    [all, fits, keptId],
  );
  const { shows } = arrivals;
  const earlyId = selectedId !== null && !shows(selectedId) ? selectedId : null;
  const listed = useMemo(
    () => matching.filter((s) => shows(s.id) || s.id === earlyId),
    [matching, shows, earlyId],
  );
  const fresh = matching.length - listed.length + (listed.some(({ id }) => id === earlyId) ? 1 : 0);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const off = useMirror((state) => state.settings.findingsOff);
  const rows = useMemo(
    () =>
      rowsOf(listed, staying, opened, (one) => whyReadStays(one) === null && !isFound(one, off)),
    [listed, staying, opened, off],
  );
  return {
    all,
    matching,
    rows,
    arrivals,
    count: listed.length,
    newCount: arrivals.newCount === 0 ? 0 : fresh,
    fold: (key) => setOpened((before) => toggled(before, key)),
  };
}

/** Ended requests that stay in place: those just decided, and the one that ended while it was open. */
function useStays(selected: HeldRequest | undefined): ReadonlySet<string> {
  const decided = usePinnedRows();
  const sticky = useSticky(selected);
  return useMemo(
    () => (sticky === null ? decided : new Set([...decided, sticky])),
    [decided, sticky],
  );
}

/** The id of a request that ended while it was open: it stays in place until the user moves on. */
function useSticky(selected: HeldRequest | undefined): string | null {
  const seenOpen = useRef<string | null>(null);
  if (selected === undefined) seenOpen.current = null;
  else if (isOpen(selected)) seenOpen.current = selected.id;
  else if (seenOpen.current !== selected.id) seenOpen.current = null;
  return selected === undefined || isOpen(selected) ? null : seenOpen.current;
}

const isFound = (request: HeldRequest, off: readonly FindingKind[]): boolean =>
  rowFacts(request, off).findings.all > 0;

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** What the user's choice for an agent let pass is in History alone: an hour's work has hundreds of these. */
const passedUnasked = ({ phase }: HeldRequest): boolean =>
  phase.kind === "ended" && "by" in phase.ending && permissionOf(phase.ending.by) === "agent";
