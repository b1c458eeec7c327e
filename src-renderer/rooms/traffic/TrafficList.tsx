// The list of messages. Follows new ones while scrolled to the end, otherwise keeps its position.
import { useLayoutEffect, useRef } from "react";
import type { KeyboardEvent, RefObject } from "react";
import { isMessage } from "#shared/servers/traffic.ts";
import type { TrafficRow } from "#shared/servers/traffic.ts";
import { useT } from "#words/index.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { cx } from "#kit/cx.ts";
import { VirtualList } from "#kit/layout/VirtualList.tsx";
import type { VirtualListHandle } from "#kit/layout/VirtualList.tsx";
import { indexOf } from "./exchanges.ts";
import type { Exchange } from "./exchanges.ts";
import { Row } from "./Row.tsx";
import s from "./Traffic.module.css";

const ROW_PX = 28;
/** Within this distance, the list counts as scrolled to the end. */
const NEAR_END_PX = 12;

export interface TrafficListProps {
  rows: readonly TrafficRow[];
  /** Number of rows without the filter. */
  total: number;
  /** Number of earlier rows that were dropped. */
  dropped: number;
  exchanges: ReadonlyMap<number, Exchange>;
  selected: number | null;
  following: boolean;
  filtered: boolean;
  listRef: RefObject<VirtualListHandle | null>;
  onSelect: (seq: number) => void;
  onFollowing: (following: boolean) => void;
  onUnfilter: () => void;
}

export function TrafficList(props: TrafficListProps) {
  const t = useT();
  const { rows, exchanges, selected, following, listRef } = props;
  const active = indexOf(rows, selected);
  useStill(rows, following, listRef);
  const choose = (index: number): void => {
    const row = rows[index];
    if (row !== undefined) props.onSelect(row.seq);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const to = targetOf(event, rows, active, listRef.current?.element ?? null);
    if (to === null) return;
    event.preventDefault();
    choose(to);
    if (event.key === "Home") listRef.current?.scrollToIndex(0);
  };
  const scrolled = (): void => {
    const at = listRef.current?.element;
    if (at === null || at === undefined) return;
    const atEnd = at.scrollHeight - at.scrollTop - at.clientHeight < NEAR_END_PX;
    if (atEnd !== following && (!atEnd || selected === null)) props.onFollowing(atEnd);
  };
  return (
    <section className={s.list}>
      {props.dropped > 0 && (
        <p className={s.forgotten}>{t("traffic.forgotten", { count: props.dropped })}</p>
      )}
      {rows.length === 0 ? (
        <p className={s.hint}>
          {props.filtered && t("traffic.filter.none", { count: props.total })}{" "}
          {props.filtered && (
            <LinkButton onClick={props.onUnfilter}>{t("traffic.filter.off")}</LinkButton>
          )}
        </p>
      ) : (
        <VirtualList
          ref={listRef}
          label={t("common.messages")}
          idPrefix="traffic-"
          count={rows.length}
          heightOf={ROW_PX}
          keyOf={(index) => String(rows[index]?.seq ?? index)}
          activeIndex={active}
          onKeyDown={onKeyDown}
          onScrollTop={scrolled}
          rowProps={(index) => {
            const row = rows[index];
            if (row === undefined || !isMessage(row)) return { role: "presentation" };
            return {
              "aria-selected": index === active,
              className: cx(s.row, index === active && s.selected),
              onClick: () => choose(index),
            };
          }}
          renderRow={(index) => {
            const row = rows[index];
            return row === undefined ? null : <Row row={row} exchange={exchanges.get(row.seq)} />;
          }}
        />
      )}
    </section>
  );
}

/** The index that a key moves to; null for other keys, or at the ends. */
function targetOf(
  { key }: { key: string },
  rows: readonly TrafficRow[],
  active: number,
  list: HTMLElement | null,
): number | null {
  const page = Math.max(1, Math.floor((list?.clientHeight ?? ROW_PX) / ROW_PX) - 1);
  const from =
    active === -1 ? (key === "ArrowDown" || key === "PageDown" ? -1 : rows.length) : active;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: Math.min(rows.length - 1, from + page),
    PageUp: Math.max(0, from - page),
    Home: 0,
    End: rows.length - 1,
  };
  const to = steps[key];
  if (to === undefined) return null;
  const back = key === "ArrowUp" || key === "PageUp" || key === "End";
  // Skips rows that are not messages, such as the beginning of a connection.
  for (let i = to; i >= 0 && i < rows.length; i += back ? -1 : 1) {
    const row = rows[i];
    if (row !== undefined && isMessage(row)) return i;
  }
  return null;
}

/** Scrolls to the end while following; otherwise keeps the visible rows in place. */
function useStill(
  rows: readonly TrafficRow[],
  following: boolean,
  listRef: RefObject<VirtualListHandle | null>,
): void {
  const before = useRef(rows);
  useLayoutEffect(() => {
    const list = listRef.current?.element;
    const earlier = before.current;
    before.current = rows;
    if (list === null || list === undefined) return;
    if (following) {
      list.scrollTop = list.scrollHeight;
      return;
    }
    // Rows dropped from the top.
    const first = rows[0]?.seq;
    if (first === undefined || earlier[0]?.seq === first) return;
    const droppedCount = indexOf(earlier, first);
    if (droppedCount > 0) list.scrollTop -= droppedCount * ROW_PX;
  }, [rows, following, listRef]);
}
