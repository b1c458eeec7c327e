// The context menu of a row, by pointer or Shift+F10: it acts on that row, whichever is selected.
import { useState } from "react";
import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import { useT } from "#words/index.ts";
import { PointMenu } from "#kit/controls/PointMenu.tsx";
import { ROW_COMMANDS } from "./rowCommands.ts";
import { isItem } from "./rows.ts";
import type { InboxRow, ItemRow } from "./rows.ts";

interface Opened {
  row: ItemRow;
  at: { x: number; y: number };
}

export interface RowMenu {
  menu: ReactNode;
  onContextMenu: (event: MouseEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * @param prefix of the row ids
 * @param back returns the focus to the list
 */
export function useRowMenu(
  rows: readonly InboxRow[],
  active: number,
  { prefix, back }: { prefix: string; back: () => void },
): RowMenu {
  const t = useT();
  const [opened, setOpened] = useState<Opened | null>(null);
  const openAt = (row: InboxRow | undefined, at: Opened["at"] | null): boolean => {
    // Its actions have their own.
    if (!isItem(row) || row.kind === "session") return false;
    const box = document.getElementById(`${prefix}${row.key}`)?.getBoundingClientRect();
    setOpened({ row, at: at ?? { x: (box?.left ?? 0) + 40, y: (box?.top ?? 0) + 24 } });
    return true;
  };
  return {
    onContextMenu(event) {
      if (!(event.target instanceof Element) || event.target.closest("[role=listbox]") === null) {
        return;
      }
      const id = event.target.closest("[role=option]")?.id;
      const row = rows.find(({ key }) => `${prefix}${key}` === id);
      const byPointer = row !== undefined && event.button === 2;
      const at = byPointer ? { x: event.clientX, y: event.clientY } : null;
      if (openAt(row ?? rows[active], at)) event.preventDefault();
    },
    onKeyDown(event) {
      const asks = event.key === "ContextMenu" || (event.shiftKey && event.key === "F10");
      if (asks && openAt(rows[active], null)) event.preventDefault();
    },
    menu: opened !== null && (
      <PointMenu
        at={opened.at}
        label={t("inbox.menu.label", { name: opened.row.request.requester.name })}
        back={back}
        onClose={() => setOpened(null)}
        items={ROW_COMMANDS.filter(({ when }) => when(opened.row.request)).map(
          ({ id, keys, cut, run }) => ({
            id,
            keys,
            cut,
            label: t(`inbox.menu.${id}`),
            onSelect: () => run(opened.row.request),
          }),
        )}
      />
    ),
  };
}
