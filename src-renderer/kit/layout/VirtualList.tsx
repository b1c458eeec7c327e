// A virtualized list, as a thousand rows are common.
import { useVirtualizer } from "@tanstack/react-virtual";
import type { Rect, Virtualizer } from "@tanstack/react-virtual";
import { useEffect, useEffectEvent, useImperativeHandle, useMemo, useRef } from "react";
import type { HTMLAttributes, KeyboardEvent, ReactNode, Ref, RefObject } from "react";
import { cx } from "../cx.ts";
import s from "./VirtualList.module.css";

export interface VirtualListHandle {
  /** The scrolling element. */
  element: HTMLElement | null;
  focus: () => void;
  scrollToIndex: (index: number) => void;
}

/**
 * A listbox. The focus stays on the list and `aria-activedescendant` names the active row, so that rows can come and
 * go. Row heights must be known in advance, so that nothing jumps.
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
  /** In px, for all rows or by index. All heights are read again whenever the function changes. */
  heightOf: number | ((index: number) => number);
  keyOf: (index: number) => string;
  activeIndex: number;
  multi?: boolean;
  onKeyDown?: (event: KeyboardEvent<HTMLDivElement>) => void;
  /** Called on every scroll with the offset in px. */
  onScrollTop?: (top: number) => void;
  renderRow: (index: number) => ReactNode;
  /** Role, selection and pointer handlers of a row. */
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

/** Scrolls to the active row when it changes. */
function useInSight(
  virtual: Virtualizer<HTMLDivElement, Element>,
  activeIndex: number,
  activeKey: string | null,
): void {
  // Only when the active row changes, not when rows are added.
  const show = useEffectEvent(() => virtual.scrollToIndex(activeIndex, { align: "auto" }));
  useEffect(() => {
    if (activeKey === null) return undefined;
    // After paint, so that reading the list's position does not delay the selection.
    const timer = setTimeout(() => show(), 0);
    return () => clearTimeout(timer);
  }, [activeKey]);
}

/** The virtualizer: which rows are rendered, and at what offset. */
function useRowsInView(
  scroller: RefObject<HTMLDivElement | null>,
  count: number,
  heightOf: number | ((index: number) => number),
) {
  // A new key function makes the virtualizer recompute all offsets, so it only changes with `heightOf`.
  const rows = useMemo(
    () => ({
      height: typeof heightOf === "number" ? () => heightOf : heightOf,
      key: (index: number): number => index,
    }),
    [heightOf],
  );
  return useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: rows.height,
    getItemKey: rows.key,
    overscan: 8,
    initialRect: { width: 0, height: window.innerHeight },
    observeElementRect: observeSize,
  });
}

/**
 * Observes the size of the list. The library's own version also reads it synchronously, which forces a layout in the
 * middle of a render. Until the first report the list is taken to be as high as the window.
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
