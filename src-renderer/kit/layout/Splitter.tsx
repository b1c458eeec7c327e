// The draggable edge of a pane. Arrow keys move it, Home and End go to the limits, Enter or a double click resets it.
import { useRef } from "react";
import type { CSSProperties, KeyboardEvent, PointerEvent } from "react";
import { fitting, PANES } from "#shared/settings/panes.ts";
import type { Pane } from "#shared/settings/panes.ts";
import { cx } from "../cx.ts";
import s from "./Splitter.module.css";

const STEP = 16;

/** The CSS variable with the pane's width, if the user has set one. */
export const paneVariable = (pane: Pane): string => `--${pane}-own`;

export interface SplitterProps {
  pane: Pane;
  label: string;
  /** The width that the user has set. */
  width?: number | undefined;
  /** The side of the nearest positioned ancestor that the pane is on. */
  side: "left" | "right";
  /** CSS lengths to leave free above and below. */
  from?: string;
  to?: string;
  /** Called once dragging ends; null resets the width. */
  onWidth: (width: number | null) => void;
}

export function Splitter({ pane, label, width, side, from, to, onWidth }: SplitterProps) {
  const own = useRef<HTMLDivElement>(null);
  const dragging = useRef<number | null>(null);
  const set = (width: number): number => {
    const kept = fitting(pane, width);
    document.documentElement.style.setProperty(paneVariable(pane), `${kept}px`);
    return kept;
  };
  const onMove = (event: PointerEvent): void => {
    const around = own.current?.offsetParent?.getBoundingClientRect();
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || around === undefined) return;
    dragging.current = set(
      side === "left" ? event.clientX - around.left : around.right - event.clientX,
    );
  };
  const onUp = (): void => {
    if (dragging.current !== null) onWidth(dragging.current);
    dragging.current = null;
  };
  const onKey = (event: KeyboardEvent): void => {
    const to = target(event.key, pane, side, widthOf(own.current, side) ?? PANES[pane].usual);
    if (to === undefined) return;
    event.preventDefault();
    onWidth(to === null ? null : set(to));
  };
  return (
    // A focusable separator is a widget (WAI-ARIA, window splitter).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={own}
      role="separator"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuemin={PANES[pane].least}
      aria-valuemax={PANES[pane].most}
      aria-valuenow={width ?? PANES[pane].usual}
      className={cx(s.splitter, s[side])}
      style={{ "--at": `var(--${pane}-w)`, "--from": from, "--to": to } as CSSProperties}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onDoubleClick={() => onWidth(null)}
      onKeyDown={onKey}
    />
  );
}

/** The rendered width, which may be less than the set one in a narrow window. */
function widthOf(splitter: HTMLElement | null, side: "left" | "right"): number | null {
  const around = splitter?.offsetParent?.getBoundingClientRect();
  if (!splitter || around === undefined) return null;
  const { left, width } = splitter.getBoundingClientRect();
  const at = left + width / 2;
  return side === "left" ? at - around.left : around.right - at;
}

/** The width after a key; null to reset, undefined for other keys. */
function target(key: string, pane: Pane, side: "left" | "right", now: number) {
  const wider = side === "left" ? "ArrowRight" : "ArrowLeft";
  if (key === "ArrowLeft" || key === "ArrowRight") return now + (key === wider ? STEP : -STEP);
  if (key === "Home") return PANES[pane].least;
  if (key === "End") return PANES[pane].most;
  return key === "Enter" ? null : undefined;
}
