// Marks several rows at once: with Ctrl and Shift as in any list, from the keyboard, or a folded row as a whole.
import { useRef } from "react";
import type { MouseEvent } from "react";
import { clearMarks, marks, setMarks, useMarks } from "../state/requests/marks.ts";
import { openSample, view } from "../state/view.ts";
import { idsOf, isItem, placeOf } from "./rows.ts";
import type { InboxRow, ItemRow } from "./rows.ts";
import { isMac } from "../ui/controls/keys.ts";

export interface Marking {
  ids: ReadonlySet<string>;
  click: (row: ItemRow, event: MouseEvent) => void;
  /** Lengthens or shortens what is marked from where it began. @param to the row that its end moves to from a row */
  extend: (to: (from: number) => number) => void;
  all: () => void;
  /** Marks all that a folded row stands for. */
  whole: (row: ItemRow) => void;
}

export function useMarking(rows: readonly InboxRow[]): Marking {
  const ids = useMarks();
  /** Keys of the rows where a range began and where it ends now. */
  const range = useRef<{ from: string; to: string } | null>(null);
  const at = (key: string | undefined): number => rows.findIndex((row) => row.key === key);
  const selected = (): number => placeOf(rows, view.getState().sampleId);
  const markRange = (from: number, to: number): void => {
    const [first, last] = from < to ? [from, to] : [to, from];
    setMarks(rows.slice(first, last + 1).flatMap(idsOf));
  };
  const begin = (): number => {
    const known = marks.getState().ids.size > 0 ? at(range.current?.from) : -1;
    return known === -1 ? selected() : known;
  };
  const lengthen = (to: number): void => {
    const from = begin();
    const [first, last] = [rows[from], rows[to]];
    if (first === undefined || last === undefined) return;
    range.current = { from: first.key, to: last.key };
    markRange(from, to);
  };
  return {
    ids,
    click(row, event) {
      const to = at(row.key);
      if (event.shiftKey) lengthen(to);
      else if (isMac ? event.metaKey : event.ctrlKey) {
        toggle(row, rows[selected()]);
        range.current = { from: row.key, to: row.key };
      } else {
        clearMarks();
        openSample(row.sample.id);
      }
    },
    extend(to) {
      const now = marks.getState().ids.size > 0 ? at(range.current?.to) : -1;
      lengthen(to(now === -1 ? selected() : now));
    },
    all: () => setMarks(rows.filter(isItem).flatMap(idsOf)),
    whole: (row) => setMarks(idsOf(row)),
  };
}

/** Adds or takes away one row; the first one that is added joins the row that was selected. */
function toggle(row: ItemRow, selected: InboxRow | undefined): void {
  const before = marks.getState().ids;
  const own = idsOf(row);
  const start = before.size > 0 || selected === undefined ? [...before] : idsOf(selected);
  const has = own.every((id) => before.has(id));
  setMarks(has ? start.filter((id) => !own.includes(id)) : [...start, ...own]);
}
