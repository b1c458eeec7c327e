// A plain table: headings in sentence case, 28 px rows, numbers aligned right.
import type { ComponentPropsWithRef, KeyboardEvent, ReactNode } from "react";
import { cx } from "../cx.ts";
import s from "./Table.module.css";

export interface Column {
  id: string;
  label: ReactNode;
  /** CSS width, such as `120px` or `30%`. */
  width?: string;
  number?: boolean;
}

export function Table({
  label,
  columns,
  children,
}: {
  label: string;
  columns: readonly Column[];
  children: ReactNode;
}) {
  return (
    <table className={s.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.id}
              scope="col"
              className={cx(column.number === true && s.number)}
              style={column.width === undefined ? undefined : { width: column.width }}
            >
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

export function TableRow({
  selected = false,
  className,
  ...rest
}: ComponentPropsWithRef<"tr"> & { selected?: boolean }) {
  return (
    <tr
      {...rest}
      aria-selected={selected || undefined}
      className={cx(s.row, selected && s.selected, className)}
    />
  );
}

export function Cell({
  number = false,
  strong = false,
  className,
  ...rest
}: ComponentPropsWithRef<"td"> & { number?: boolean; strong?: boolean }) {
  return <td {...rest} className={cx(number && s.number, strong && s.strong, className)} />;
}

/** For rows whose first button selects them: arrow keys move the selection, and the focus with it. */
export function moveByArrows(event: KeyboardEvent<HTMLTableRowElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const button = selectorBeside(event.currentTarget, step);
  button?.focus();
  button?.click();
}

/** The button that selects the next row, or the one before. */
export function selectorBeside(row: Element, step: 1 | -1): HTMLElement | null {
  const beside = step === 1 ? row.nextElementSibling : row.previousElementSibling;
  if (beside === null) return null;
  // A row without one is a heading.
  return beside.querySelector("button") ?? selectorBeside(beside, step);
}
