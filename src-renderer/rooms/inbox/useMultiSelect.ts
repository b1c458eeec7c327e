// Selects several rows: with Ctrl and Shift as in any list, from the keyboard, or a whole fold.
import { useRef } from "react";
import type { MouseEvent } from "react";
import {
  clearMultiSelection,
  currentMultiSelection,
  setMultiSelection,
  useMultiSelection,
} from "#data/requests/multiSelection.ts";
import { view } from "#data/view.ts";
import { activeIndex, isItem, openRowOf, requestIdsOf } from "./rows.ts";
import type { InboxRow, ItemRow } from "./rows.ts";
import { isMac } from "#kit/controls/keys.ts";

export interface MultiSelect {
  ids: ReadonlySet<string>;
  click: (row: ItemRow, event: MouseEvent) => void;
  /**
   * Extends or shrinks the selected range from its anchor.
   * @param to maps the row at its end to the new end
   */
  extend: (to: (from: number) => number) => void;
  all: () => void;
  /** Selects all requests of a fold. */
  whole: (row: ItemRow) => void;
}

export function useMultiSelect(rows: readonly InboxRow[]): MultiSelect {
  const ids = useMultiSelection();
  /** Keys of the rows at the anchor and the end of a range. */
  const range = useRef<{ from: string; to: string } | null>(null);
  const at = (key: string | undefined): number => rows.findIndex((row) => row.key === key);
  const selected = (): number => activeIndex(rows, view.getState());
  const markRange = (from: number, to: number): void => {
    const [first, last] = from < to ? [from, to] : [to, from];
    setMultiSelection(rows.slice(first, last + 1).flatMap(requestIdsOf));
  };
  const begin = (): number => {
    const known = currentMultiSelection().size > 0 ? at(range.current?.from) : -1;
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
        clearMultiSelection();
        openRowOf(row);
      }
    },
    extend(to) {
      const now = currentMultiSelection().size > 0 ? at(range.current?.to) : -1;
      lengthen(to(now === -1 ? selected() : now));
    },
    all: () => setMultiSelection(rows.filter(isItem).flatMap(requestIdsOf)),
    whole: (row) => ("session" in row ? openRowOf(row) : setMultiSelection(requestIdsOf(row))),
  };
}

/** Adds or removes a row; the first addition also includes the row that was selected. */
function toggle(row: ItemRow, selected: InboxRow | undefined): void {
  const before = currentMultiSelection();
  const own = requestIdsOf(row);
  const start = before.size > 0 || selected === undefined ? [...before] : requestIdsOf(selected);
  const has = own.every((id) => before.has(id));
  setMultiSelection(has ? start.filter((id) => !own.includes(id)) : [...start, ...own]);
}
