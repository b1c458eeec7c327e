// Connects the inbox to the state: listed requests, selection, the list's keys.
import { KEYS } from "#shared/shortcuts.ts";
import { useEffect, useMemo, useRef } from "react";
import { useT } from "#words/index.ts";
import { NEXT_PENDING, useActions } from "#data/actions.ts";
import { mirror, onChange } from "#data/mirror.ts";
import { clearEnded } from "#data/requests/cleared.ts";
import { useDraftedRequestIds } from "#data/requests/drafts.ts";
import { clearMultiSelection } from "#data/requests/multiSelection.ts";
import { isForUser, isOpen, isPending, stageOf } from "#data/select.ts";
import { openRequest, useView, view } from "#data/view.ts";
import type { Action } from "#data/view.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { VirtualListHandle } from "#kit/layout/VirtualList.tsx";
import { useFilterText } from "#request/filter/useFilterText.ts";
import { InboxList } from "./InboxList.tsx";
import { inboxCompletions } from "./inboxCompletions.ts";
import { activeIndex, isItem, nextIndex, openRowOf } from "./rows.ts";
import type { InboxRow } from "./rows.ts";
import { nextPending } from "./advance/next.ts";
import { useBatchDone, useSessionDone } from "./batch/useBatchDone.ts";
import { useAdvance } from "./advance/useAdvance.tsx";
import { useListedRows } from "./useListedRows.ts";
import { useMultiSelect } from "./useMultiSelect.ts";

/** @param onOpen moves the focus into the review */
export function InboxScreen({ onOpen }: { onOpen: () => void }) {
  const t = useT();
  const selectedId = useView((state) => state.requestId);
  const filter = useFilterText();
  const filterRef = useRef<HTMLInputElement>(null);
  const listRef = useRef<VirtualListHandle>(null);
  const list = useListedRows(filter.query, selectedId);
  const { all, rows } = list;
  const marking = useMultiSelect(rows);
  // Of several, none is on screen by itself: the first one pending is as new as the others.
  const nextId = nextPending(rows, list.matching, marking.ids.size > 0 ? null : selectedId);
  useBatchDone(marking.ids, (ids) => {
    const first = rows.find((row) => isItem(row) && isOpenOf(row.request, ids));
    const next = isItem(first) ? first.request.id : nextPending(rows, list.matching, selectedId);
    if (next !== null) openRequest(next);
  });
  useSessionDone(() => {
    if (nextId !== null) openRequest(nextId);
  });
  useAdvance({ rows, fitting: list.matching, onMoved: onOpen });
  useFirstSelection(rows, selectedId);
  const session = useView((state) => state.session);
  const active = activeIndex(rows, { session, requestId: selectedId });
  const selectedRow = rows[active];
  const folded = selectedRow?.kind === "same" ? selectedRow : undefined;
  const onGo = (index: number): void => {
    const row = rows[index];
    clearMultiSelection();
    if (isItem(row)) openRowOf(row);
  };
  const onStep = (by: 1 | -1): void => onGo(nextIndex(rows, active, by));
  useListActions({
    onStep,
    onOpen,
    onExtend: (by) => marking.extend((from) => nextIndex(rows, from, by)),
    onFilter: () => filterRef.current?.focus(),
    onSame: folded === undefined ? null : () => marking.whole(folded),
    onNextPending: nextId === null ? null : () => goTo(nextId),
  });
  // A draft stays until its request is dismissed.
  const typedFor = useDraftedRequestIds();
  const closed = useMemo(() => all.filter((request) => !isOpen(request)), [all]);
  const ended = closed.filter(({ id }) => id !== selectedId && !typedFor.has(id));
  const counts = useMemo(() => countsOf(all), [all]);
  const clear = (): void =>
    clearEnded(
      ended.map(({ id }) => id),
      { says: t("inbox.cleared", { count: ended.length }), undo: t("common.undo") },
    );
  useClearAction(ended.length === 0 ? null : clear);
  return (
    <InboxList
      rows={rows}
      active={active}
      filter={filter}
      known={() => inboxCompletions(mirror.getState())}
      shown={filter.query.kind === "all" ? null : { count: list.count, all: all.length }}
      hidden={all.length - closed.length}
      fresh={list.newCount}
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
      onScrolled={list.arrivals.onScroll}
      onTouched={list.arrivals.onInteraction}
      onClearEnded={ended.length === 0 ? null : clear}
    />
  );
}

/** One of these requests that is still open: generating, or with a response to review. */
const isOpenOf = (request: HeldRequest, ids: ReadonlySet<string>): boolean =>
  ids.has(request.id) && isOpen(request);

function countsOf(all: readonly HeldRequest[]): { waiting: number; generating: number } {
  return {
    waiting: all.filter(isPending).length,
    generating: all.filter((request) => stageOf(request) === "generating").length,
  };
}

function goTo(requestId: string): void {
  clearMultiSelection();
  openRequest(requestId);
}

/** With nothing selected, selects the first row that is for the user, so that new requests are visible at once. */
function useFirstSelection(rows: readonly InboxRow[], selectedId: string | null): void {
  const first = rows.find((row) => row.kind === "request" && isForUser(row.request));
  const firstId = first?.kind === "request" ? first.request.id : null;
  useEffect(() => {
    if (selectedId === null && firstId !== null) openRequest(firstId);
  }, [selectedId, firstId]);
  // A request that arrives while nothing is selected opens in the same render.
  useEffect(
    () =>
      onChange((change) => {
        if (change.kind !== "request" || view.getState().requestId !== null) return;
        if (isForUser(change.request)) view.setState({ requestId: change.request.id, start: null });
      }),
    [],
  );
}

/** For the palette; the list has its button. */
function useClearAction(clear: (() => void) | null): void {
  const t = useT();
  const now = useRef(clear);
  now.current = clear;
  const isNone = clear === null;
  const actions = useMemo(
    (): Action[] => [
      {
        id: "clear-ended",
        group: "app",
        label: t("inbox.clearEnded"),
        disabled: isNone,
        run: () => now.current?.(),
      },
    ],
    [t, isNone],
  );
  useActions("inbox-ended", actions);
}

interface ListKeys {
  onStep: (by: 1 | -1) => void;
  onExtend: (by: 1 | -1) => void;
  onOpen: () => void;
  onFilter: () => void;
  /** Selects all requests of the fold; null: the open request is in none. */
  onSame: (() => void) | null;
  /** Null: no other request is pending. */
  onNextPending: (() => void) | null;
}

function useListActions(keys: ListKeys): void {
  const t = useT();
  const now = useRef(keys);
  now.current = keys;
  const isAlone = keys.onSame === null;
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
        id: NEXT_PENDING,
        group: "request",
        keys: KEYS.nextPending,
        disabled: isLast,
        label: t("shell.keys.nextPending"),
        run: () => now.current.onNextPending?.(),
      },
      {
        id: "extend-down",
        group: "request",
        keys: KEYS.extendDown,
        hidden: true,
        label: t("batch.keys.extendDown"),
        run: () => now.current.onExtend(1),
      },
      {
        id: "extend-up",
        group: "request",
        keys: KEYS.extendUp,
        hidden: true,
        label: t("batch.keys.extendUp"),
        run: () => now.current.onExtend(-1),
      },
      {
        id: "same",
        group: "request",
        keys: KEYS.same,
        disabled: isAlone,
        label: t("batch.keys.same"),
        run: () => now.current.onSame?.(),
      },
      {
        id: "filter",
        group: "app",
        label: t("shell.keys.filter"),
        keys: KEYS.filter,
        run: () => now.current.onFilter(),
      },
    ],
    [t, isLast, isAlone],
  );
  useActions("inbox", actions);
}
