// Joins the inbox to the state: what is listed, what is selected, the keys of the list.
import { KEYS } from "../../src-shared/shortcuts.ts";
import { useEffect, useMemo, useRef, useState } from "react";
import { useT } from "../i18n/index.ts";
import { NEXT_PENDING, useActions } from "../state/actions.ts";
import type { Action } from "../state/actions.ts";
import { mirror, onChange, useMirror } from "../state/mirror.ts";
import { useStaying } from "../state/requests/advance.ts";
import { clearEnded, useCleared } from "../state/requests/cleared.ts";
import { useTypedFor } from "../state/requests/drafts.ts";
import { clearMarks } from "../state/requests/marks.ts";
import { isOpen, isPending, stageOf } from "../state/select.ts";
import { openSample, useView, view } from "../state/view.ts";
import type { Sample } from "../../src-shared/sampling/life/sample.ts";
import type { VirtualListHandle } from "../ui/layout/VirtualList.tsx";
import { useFilterText } from "../components/filter/useFilterText.ts";
import { InboxList } from "./InboxList.tsx";
import { knownValues } from "./known.ts";
import { isItem, placeOf, rowsOf, step } from "./rows.ts";
import type { InboxRow } from "./rows.ts";
import { nextPending } from "./next.ts";
import { useAdvance } from "./useAdvance.tsx";
import { useMarking } from "./useMarking.ts";
import { useArrivals } from "./useArrivals.ts";
import { useFitting, useKept } from "./useFitting.ts";

/** @param onOpen moves the keyboard into the review */
export function InboxScreen({ onOpen }: { onOpen: () => void }) {
  const t = useT();
  const samples = useMirror((state) => state.samples);
  const cleared = useCleared();
  const selectedId = useView((state) => state.sampleId);
  const filter = useFilterText();
  const filterRef = useRef<HTMLInputElement>(null);
  const listRef = useRef<VirtualListHandle>(null);
  const all = useMemo(
    () => Object.values(samples).filter(({ id }) => !cleared.has(id)),
    [samples, cleared],
  );
  const ids = useMemo(() => all.map(({ id }) => id), [all]);
  const arrivals = useArrivals(ids);
  const fits = useFitting(filter.query);
  const selected = selectedId === null ? undefined : samples[selectedId];
  const staying = useStays(selected);
  const kept = useKept(filter.query, selectedId, selected !== undefined && fits(selected));
  // Another selection makes the rows anew only where it changes them: thousands may wait.
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
  const marking = useMarking(rows);
  const nextId = nextPending(rows, fitting, selectedId);
  useAdvance({ rows, fitting, onMoved: onOpen });
  useFirstSelection(rows, selectedId);
  const onGo = (index: number): void => {
    const row = rows[index];
    if (isItem(row)) goTo(row.sample.id);
    else clearMarks();
  };
  const onStep = (by: 1 | -1): void => onGo(step(rows, placeOf(rows, selectedId), by));
  useListActions({
    ...{ onStep, onOpen },
    onExtend: (by) => marking.extend((from) => step(rows, from, by)),
    onFilter: () => filterRef.current?.focus(),
    onNextPending: nextId === null ? null : () => goTo(nextId),
  });
  // What was typed for one stays until that one is put away.
  const typedFor = useTypedFor();
  const closed = useMemo(() => all.filter((sample) => !isOpen(sample)), [all]);
  const ended = closed.filter(({ id }) => id !== selectedId && !typedFor.has(id));
  const counts = useMemo(() => countsOf(all), [all]);
  return (
    <InboxList
      rows={rows}
      selectedId={selectedId}
      filter={filter}
      known={() => knownValues(mirror.getState())}
      shown={filter.query.kind === "all" ? null : { count: listed.length, all: all.length }}
      hidden={all.length - closed.length}
      fresh={arrivals.fresh === 0 ? 0 : fresh}
      counts={counts}
      filterRef={filterRef}
      listRef={listRef}
      marking={marking}
      onFold={(key) => setOpened((before) => toggled(before, key))}
      onGo={onGo}
      onOpen={onOpen}
      onAdmit={() => {
        arrivals.admitAll();
        listRef.current?.scrollToIndex(0);
      }}
      onScrolled={arrivals.scrolled}
      onTouched={arrivals.touched}
      onClearEnded={
        ended.length === 0
          ? null
          : () =>
              clearEnded(
                ended.map(({ id }) => id),
                { says: t("inbox.cleared", { count: ended.length }), undo: t("common.undo") },
              )
      }
    />
  );
}

function countsOf(all: readonly Sample[]): { waiting: number; generating: number } {
  return {
    waiting: all.filter(isPending).length,
    generating: all.filter((sample) => stageOf(sample) === "generating").length,
  };
}

function goTo(sampleId: string): void {
  clearMarks();
  openSample(sampleId);
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

/** Nothing is selected: the first row is, so that what comes is at once in sight. */
function useFirstSelection(rows: readonly InboxRow[], selectedId: string | null): void {
  const first = rows.find((row) => row.kind === "sample" && isOpen(row.sample));
  const firstId = first?.kind === "sample" ? first.sample.id : null;
  useEffect(() => {
    if (selectedId === null && firstId !== null) openSample(firstId);
  }, [selectedId, firstId]);
  // What arrives while nothing is selected is opened in the same drawing.
  useEffect(
    () =>
      onChange((change) => {
        if (change.kind !== "sample" || view.getState().sampleId !== null) return;
        if (isOpen(change.sample)) view.setState({ sampleId: change.sample.id });
      }),
    [],
  );
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

interface ListKeys {
  onStep: (by: 1 | -1) => void;
  onExtend: (by: 1 | -1) => void;
  onOpen: () => void;
  onFilter: () => void;
  /** Null: no other one is pending. */
  onNextPending: (() => void) | null;
}

function useListActions(keys: ListKeys): void {
  const t = useT();
  const now = useRef(keys);
  now.current = keys;
  const isLast = keys.onNextPending === null;
  const actions = useMemo(
    (): Action[] => [
      {
        id: "next",
        group: "request",
        label: t("shell.keys.next"),
        keys: KEYS.next,
        hidden: true,
        run: () => now.current.onStep(1),
      },
      {
        id: "previous",
        group: "request",
        label: t("shell.keys.previous"),
        keys: KEYS.previous,
        hidden: true,
        run: () => now.current.onStep(-1),
      },
      {
        ...{ id: NEXT_PENDING, group: "request", keys: KEYS.nextPending, disabled: isLast },
        ...{ label: t("shell.keys.nextPending"), run: () => now.current.onNextPending?.() },
      },
      {
        ...{ id: "extend-down", group: "request", keys: KEYS.extendDown, hidden: true },
        ...{ label: t("batch.keys.extendDown"), run: () => now.current.onExtend(1) },
      },
      {
        ...{ id: "extend-up", group: "request", keys: KEYS.extendUp, hidden: true },
        ...{ label: t("batch.keys.extendUp"), run: () => now.current.onExtend(-1) },
      },
      {
        id: "filter",
        group: "app",
        label: t("shell.keys.filter"),
        keys: KEYS.filter,
        run: () => now.current.onFilter(),
      },
    ],
    [t, isLast],
  );
  useActions("inbox", actions);
}
