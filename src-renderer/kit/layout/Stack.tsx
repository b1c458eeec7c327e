// How elements stand together: below each other, in a row, or in columns. Looks of their own stay in their sheets.
import type { HTMLAttributes, Ref } from "react";
import { cx } from "../cx.ts";
import s from "./Stack.module.css";

/** In px. */
export type Gap = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 8 | 12 | 16 | 24;

type Tag =
  | "div"
  | "span"
  | "p"
  | "section"
  | "header"
  | "footer"
  | "ul"
  | "li"
  | "dl"
  | "dd"
  | "fieldset";

export interface BoxProps extends HTMLAttributes<HTMLElement> {
  /** The element, a `div` unless told. */
  as?: Tag;
  gap?: Gap;
  ref?: Ref<HTMLDivElement>;
}

/** Below each other. */
export function Stack({ as = "div", gap = 0, className, ...rest }: BoxProps) {
  const Div = as as "div";
  return <Div {...rest} className={cx(s.stack, className)} style={{ gap, ...rest.style }} />;
}

/**
 * In one line, centred.
 *
 * @param wrap the gap between lines, where there may be several
 * @param inline part of a line of text
 * @param small text as in side panels
 */
export function Row({
  as = "div",
  gap = 8,
  wrap,
  inline = false,
  small = false,
  className,
  ...rest
}: BoxProps & { wrap?: Gap; inline?: boolean; small?: boolean }) {
  const Div = as as "div";
  const gaps = wrap === undefined ? gap : `${wrap}px ${gap}px`;
  return (
    <Div
      {...rest}
      className={cx(
        s.row,
        inline && s.inline,
        wrap !== undefined && s.wrap,
        small && s.small,
        className,
      )}
      style={{ gap: gaps, ...rest.style }}
    />
  );
}

/** Next to each other, equally wide. */
export function Columns({ as = "div", gap = 12, className, ...rest }: BoxProps) {
  const Div = as as "div";
  return <Div {...rest} className={cx(s.columns, className)} style={{ gap, ...rest.style }} />;
}

/** In a frame: a text, list or editor that is part of a form. */
export function Panel({ as = "div", className, ...rest }: Omit<BoxProps, "gap">) {
  const Div = as as "div";
  return <Div {...rest} className={cx(s.panel, className)} />;
}

/**
 * A line among others, with what can be done there.
 *
 * @param line another line above
 */
export function ListRow({
  as = "div",
  line = false,
  className,
  ...rest
}: Omit<BoxProps, "gap"> & { line?: boolean }) {
  const Div = as as "div";
  return <Div {...rest} data-list-row="" className={cx(s.listRow, line && s.line, className)} />;
}
