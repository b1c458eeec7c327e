// The list of ended requests; only rows in view are rendered.
import { useEffect, useLayoutEffect, useRef } from "react";
import type { KeyboardEvent, MouseEvent, RefObject } from "react";
import { useT } from "#words/index.ts";
import { showNewer, loadRows, rowIndexOf, rowAt, useHistoryList } from "#data/history.ts";
import type { HistoryList as List } from "#data/view.ts";
import { cx } from "#kit/cx.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { UpIcon } from "#kit/controls/icons.ts";
import { VirtualList } from "#kit/layout/VirtualList.tsx";
import type { VirtualListHandle } from "#kit/layout/VirtualList.tsx";
import { COLUMNS, LINE } from "./columns.tsx";
import { Row } from "./Row.tsx";
import type { Marked } from "./useMarked.ts";
import { useToday } from "./useToday.ts";
import s from "./History.module.css";

export const ROW_PX = 28;
/** How many rows beyond the view are loaded. */
const AHEAD = 150;
/** Delay after a jump before its rows are loaded, in milliseconds. */
const REST_MS = 50;
/** Delay after the last interaction before new rows move in at the top, in milliseconds. */
const IDLE_MS = 1500;

export interface HistoryListProps {
  selectedId: string | null;
  selectedIndex: number;
  marked: Marked;
  listRef: RefObject<VirtualListHandle | null>;
  onSelect: (index: number) => void;
  onOpen: () => void;
  onMoved: (by: number) => void;
}

export function HistoryList(props: HistoryListProps) {
  const t = useT();
  const { selectedId, selectedIndex, marked, listRef } = props;
  const list = useHistoryList((state) => state);
  const todayMs = useToday();
  const fresh = useFresh(list, props);
  // The page of the selection may have been dropped; its index is still known.
  const found = rowIndexOf(list, selectedId);
  const active = selectedId === null ? -1 : found === -1 ? selectedIndex : found;
  const bring = useBringing(active);
  const { total } = list;
  const now = useRef(bring);
  now.current = bring;
  // More were found below those in view.
  useEffect(() => {
    const element = listRef.current?.element;
    if (element !== null && element !== undefined)
      now.current(element.scrollTop, element.clientHeight);
  }, [total, listRef]);
  const scrolled = (top: number): void => {
    fresh.scrolled(top);
    bring(top, listRef.current?.element?.clientHeight ?? 0);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    fresh.touched();
    const to = targetOf(event.key, active, list.total, listRef.current?.element ?? null);
    if (to !== null) {
      event.preventDefault();
      loadRows(to - AHEAD, to + AHEAD, to);
      if (event.shiftKey) void marked.extend(to);
      else marked.begin(to);
      props.onSelect(to);
    } else if (event.key === "Enter") {
      event.preventDefault();
      props.onOpen();
    } else if (event.key === " ") {
      event.preventDefault();
      if (selectedId !== null) marked.toggle(selectedId, active);
    } else if (event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      marked.markAll();
    }
  };
  const onClick = (event: MouseEvent, index: number): void => {
    const row = rowAt(list, index);
    if (row === undefined) return;
    if (event.shiftKey) {
      void marked.extend(index);
    } else if (event.ctrlKey || event.metaKey) {
      // The first mark includes the current row.
      if (marked.ids.size === 0 && selectedId !== null) marked.toggle(selectedId, active);
      if (row.facts.id !== selectedId) marked.toggle(row.facts.id, index);
    } else {
      marked.clear();
      marked.begin(index);
    }
    props.onSelect(index);
  };
  return (
    <section className={s.list} onPointerMove={fresh.touched} onWheel={fresh.touched}>
      {/* In the line of the headings the pill for new rows covers none. */}
      <div className={cx(s.line, s.columns)} style={LINE}>
        {COLUMNS.map(({ id, className }) => (
          <span key={id} className={cx(className, id === "asked" && s.asked)}>
            {t(`history.column.${id}`)}
            {id === "asked" && (
              <>
                {fresh.count > 0 && (
                  <button type="button" className={s.fresh} onClick={fresh.admit}>
                    <Icon of={UpIcon} />
                    {t("inbox.fresh", { count: fresh.count })}
                  </button>
                )}
                <span className="sr" role="status">
                  {fresh.count > 0 ? t("inbox.fresh", { count: fresh.count }) : ""}
                </span>
              </>
            )}
          </span>
        ))}
      </div>
      <VirtualList
        ref={listRef}
        label={t("common.history")}
        idPrefix="history-"
        multi
        count={list.total}
        heightOf={ROW_PX}
        keyOf={(index) => rowAt(list, index)?.facts.id ?? `place-${index}`}
        activeIndex={active}
        onKeyDown={onKeyDown}
        onScrollTop={scrolled}
        rowProps={(index) => {
          const id = rowAt(list, index)?.facts.id;
          const chosen = marked.all || (id !== undefined && marked.ids.has(id));
          return {
            "aria-selected": chosen || index === active,
            className: cx(s.row, index === active && s.selected, chosen && s.marked),
            onClick: (event) => onClick(event, index),
            onDoubleClick: props.onOpen,
          };
        }}
        renderRow={(index) => <Row row={rowAt(list, index)} todayMs={todayMs} />}
      />
    </section>
  );
}

/**
 * Loads rows before they come into view. While the user drags through thousands of rows nothing is loaded until they
 * pause.
 */
function useBringing(active: number): (top: number, height: number) => void {
  const last = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (top, height) => {
    const far = Math.abs(top - last.current) > 2 * height;
    last.current = top;
    clearTimeout(timer.current);
    const from = Math.floor(top / ROW_PX);
    const now = (): void =>
      loadRows(from - AHEAD, from + Math.ceil(height / ROW_PX) + AHEAD, active);
    if (far) timer.current = setTimeout(now, REST_MS);
    else now();
  };
}

/** The index that a key leads to; null for other keys and an empty list. */
export function targetOf(
  key: string,
  active: number,
  total: number,
  element: HTMLElement | null,
): number | null {
  if (total === 0) return null;
  const page = Math.max(1, Math.floor((element?.clientHeight ?? ROW_PX) / ROW_PX) - 1);
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: total - 1,
  };
  const to = steps[key];
  return to === undefined ? null : Math.min(total - 1, Math.max(0, to));
}

/**
 * New rows move in at the top while nobody is using the list; otherwise the pill announces them. Rows in view keep
 * their place when rows are added above.
 */
function useFresh(list: List, { listRef, onMoved }: HistoryListProps) {
  const top = useRef(0);
  const touchedMs = useRef(-Infinity);
  const by = useRef(0);
  const admit = (toTop: boolean): void => {
    const moved = showNewer();
    by.current = toTop ? 0 : moved;
    onMoved(moved);
    if (toTop && list.story === null) listRef.current?.scrollToIndex(0);
  };
  const waits = list.newer !== null;
  const count = list.newer === null ? 0 : list.newer.total - list.total;
  const now = useRef(admit);
  now.current = admit;
  useLayoutEffect(() => {
    const moved = by.current;
    by.current = 0;
    const element = listRef.current?.element;
    if (moved !== 0 && element !== null && element !== undefined)
      element.scrollTop += moved * ROW_PX;
  }, [list.query, listRef]);
  useLayoutEffect(() => {
    if (!waits) return undefined;
    // Nothing was added: the same rows, one of which may have changed.
    if (count <= 0) {
      now.current(false);
      return undefined;
    }
    if (top.current > 0) return undefined;
    const restMs = IDLE_MS - (performance.now() - touchedMs.current);
    const timer = setTimeout(
      () => {
        if (top.current === 0) now.current(true);
      },
      Math.max(0, restMs),
    );
    return () => clearTimeout(timer);
  }, [waits, count]);
  return {
    count: Math.max(0, count),
    admit: () => admit(true),
    scrolled: (px: number) => {
      top.current = px;
    },
    touched: () => {
      touchedMs.current = performance.now();
    },
  };
}
