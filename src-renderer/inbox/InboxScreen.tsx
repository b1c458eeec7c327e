// Joins the inbox to the state: what is listed, what is selected, the keys of the list.
import { KEYS } from "../../src-shared/shortcuts.ts";
import { useEffect, useMemo, useRef } from "react";
import { useT } from "../i18n/index.ts";
import { NEXT_PENDING, useActions } from "../state/actions.ts";
import type { Action } from "../state/actions.ts";
import { mirror, onChange } from "../state/mirror.ts";
import { clearEnded } from "../state/requests/cleared.ts";
import { useTypedFor } from "../state/requests/drafts.ts";
import { clearMarks } from "../state/requests/marks.ts";
import { isOpen, isPending, stageOf } from "../state/select.ts";
import { openSample, useView, view } from "../state/view.ts";
import type { Sample } from "../../src-shared/sampling/life/sample.ts";
import type { VirtualListHandle } from "../ui/layout/VirtualList.tsx";
import { useFilterText } from "../components/filter/useFilterText.ts";
import { InboxList } from "./InboxList.tsx";
import { knownValues } from "./known.ts";
import { isItem, placeOf, step } from "./rows.ts";
import type { InboxRow } from "./rows.ts";
import { nextPending } from "./next.ts";
import { useAdvance } from "./useAdvance.tsx";
import { useListed } from "./useListed.ts";
import { useMarking } from "./useMarking.ts";

/** @param onOpen moves the keyboard into the review */
export function InboxScreen({ onOpen }: { onOpen: () => void }) {
  const t = useT();
  const selectedId = useView((state) => state.sampleId);
  const filter = useFilterText();
  const filterRef = useRef<HTMLInputElement>(null);
  const listRef = useRef<VirtualListHandle>(null);
  const list = useListed(filter.query, selectedId);
  const { all, rows } = list;
  const marking = useMarking(rows);
  const nextId = nextPending(rows, list.fitting, selectedId);
  useAdvance({ rows, fitting: list.fitting, onMoved: onOpen });
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
      shown={filter.query.kind === "all" ? null : { count: list.count, all: all.length }}
      hidden={all.length - closed.length}
      fresh={list.fresh}
      counts={counts}
      filterRef={filterRef}
      listRef={listRef}
      marking={marking}
      onFold={list.fold}
      onGo={onGo}
      onOpen={onOpen}
      onAdmit={() => {
        list.arrivals.admitAll();
        listRef.current?.scrollToIndex(0);
      }}
      onScrolled={list.arrivals.scrolled}
      onTouched={list.arrivals.touched}
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
        if (isOpen(change.sample)) view.setState({ sampleId: change.sample.id, start: null });
      }),
    [],
  );
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
