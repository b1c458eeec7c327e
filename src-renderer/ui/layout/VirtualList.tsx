// A list of which only what is in view exists: a thousand rows are a normal day.
import { useVirtualizer } from "@tanstack/react-virtual";
import type { Rect, Virtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useImperativeHandle, useRef } from "react";
import type { HTMLAttributes, KeyboardEvent, ReactNode, Ref, RefObject } from "react";
import { cx } from "../cx.ts";
import s from "./VirtualList.module.css";

export interface VirtualListHandle {
  /** The element that scrolls. */
  element: HTMLElement | null;
  focus: () => void;
  scrollToIndex: (index: number) => void;
}

/**
 * A listbox. The focus stays on the list; `activeIndex` is told by `aria-activedescendant`, so rows can
 * come and go. Row heights are known beforehand: nothing jumps.
 */
export function VirtualList({
  label,
  count,
  heightOf,
  keyOf,
  activeIndex,
  multi = false,
  onKeyDown,
  onScrollTop,
  renderRow,
  rowProps,
  ref,
  idPrefix,
}: {
  label: string;
  count: number;
  /** px, the same for all rows; or of each row, which is asked of all of them whenever it is another function. */
  heightOf: number | ((index: number) => number);
  keyOf: (index: number) => string;
  activeIndex: number;
  multi?: boolean;
  onKeyDown?: (event: KeyboardEvent<HTMLDivElement>) => void;
  /** Told on every scroll: px from the top. */
  onScrollTop?: (top: number) => void;
  renderRow: (index: number) => ReactNode;
  /** Role, selection, pointer handlers of a row. */
  rowProps: (index: number) => HTMLAttributes<HTMLDivElement>;
  ref?: Ref<VirtualListHandle>;
  idPrefix: string;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useRowsInView(scroller, count, heightOf);
  useHandle(ref, scroller, virtual);
  const activeKey = activeIndex >= 0 && activeIndex < count ? keyOf(activeIndex) : null;
  useInSight(virtual, activeIndex, activeKey);
  return (
    <div
      ref={scroller}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable={multi || undefined}
      aria-activedescendant={activeKey === null ? undefined : `${idPrefix}${activeKey}`}
      className={s.list}
      onKeyDown={onKeyDown}
      onScroll={(event) => onScrollTop?.(event.currentTarget.scrollTop)}
    >
      <div className={s.all} style={{ height: virtual.getTotalSize() }} role="presentation">
        {virtual.getVirtualItems().map((item) => {
          const given = rowProps(item.index);
          const key = keyOf(item.index);
          return (
            <div
              key={key}
              id={`${idPrefix}${key}`}
              {...(given.role === undefined ? optionProps(item.index, count) : {})}
              {...given}
              className={cx(s.row, given.className)}
              style={{ height: item.size, transform: `translateY(${item.start}px)` }}
            >
              {renderRow(item.index)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function useHandle(
  ref: Ref<VirtualListHandle> | undefined,
  scroller: RefObject<HTMLDivElement | null>,
  virtual: Virtualizer<HTMLDivElement, Element>,
): void {
  useImperativeHandle(
    ref,
    () => ({
      element: scroller.current,
      focus: () => scroller.current?.focus(),
      scrollToIndex: (index: number) => virtual.scrollToIndex(index, { align: "auto" }),
    }),
    [scroller, virtual],
  );
}

/** Scrolls to the active row. */
function useInSight(
  virtual: Virtualizer<HTMLDivElement, Element>,
  activeIndex: number,
  activeKey: string | null,
): void {
  useEffect(() => {
    if (activeKey === null) return undefined;
    // After the drawing: where the list stands is read from the page, which must not hold up what is selected.
    const timer = setTimeout(() => virtual.scrollToIndex(activeIndex, { align: "auto" }), 0);
    return () => clearTimeout(timer);
    // Only a change of the active row scrolls: rows that arrive must not.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [activeKey]);
}

/** Which rows exist, and where they stand. */
function useRowsInView(
  scroller: RefObject<HTMLDivElement | null>,
  count: number,
  heightOf: number | ((index: number) => number),
) {
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- another function tells the library that heights differ now
  const placeOf = useCallback((index: number): number => index, [heightOf]);
  return useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: typeof heightOf === "number" ? () => heightOf : heightOf,
    // The library reckons anew where every row stands whenever this is another function: only where heights may differ.
    getItemKey: placeOf,
    overscan: 8,
    initialRect: { width: 0, height: window.innerHeight },
    observeElementRect: observeSize,
  });
}

/**
 * Tells the size of the list once the page is laid out. The library's own way reads it at once as well, which lays out
 * everything that has just come, before the rest of it is there. Until then a list is as high as the window.
 */
function observeSize(
  { scrollElement }: Virtualizer<HTMLDivElement, Element>,
  tell: (rect: Rect) => void,
): (() => void) | undefined {
  if (scrollElement === null) return undefined;
  const observer = new ResizeObserver(([entry]) => {
    const size = entry?.borderBoxSize[0];
    if (size !== undefined) tell({ width: size.inlineSize, height: size.blockSize });
  });
  observer.observe(scrollElement, { box: "border-box" });
  return () => observer.disconnect();
}

const optionProps = (index: number, count: number): HTMLAttributes<HTMLDivElement> => ({
  role: "option",
  "aria-selected": false,
  "aria-posinset": index + 1,
  "aria-setsize": count,
});
