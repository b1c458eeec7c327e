// The collapsible rows next to a request: which are open. Their state is remembered.
import { useEffect, useEffectEvent } from "react";
import type { SideRowId } from "#shared/settings/settings.ts";
import { send } from "./commands.ts";
import { mirror, useMirror } from "./mirror.ts";
import { useView, view } from "./view.ts";

/** A change applies at once; settings keep it for the next start. */
const openNow = (): readonly SideRowId[] =>
  view.getState().openRows ?? mirror.getState().settings.openRows;

export function useRowOpen(id: SideRowId): boolean {
  const here = useView((state) => state.openRows?.includes(id));
  const kept = useMirror((state) => state.settings.openRows.includes(id));
  return here ?? kept;
}

export function setRowOpen(id: SideRowId, open: boolean): void {
  const others = openNow().filter((row) => row !== id);
  const openRows = open ? [...others, id] : others;
  view.setState({ openRows });
  void send("settings.set", { openRows });
}

/** Opens a row once it is on screen. */
export const openRow = (id: SideRowId): void => view.setState({ rowWanted: { id, focus: false } });

/** Opens a row and focuses its first control; closes it if it already has the focus. */
export const goToRow = (id: SideRowId): void => view.setState({ rowWanted: { id, focus: true } });

/** Calls back when the row is to open or to take the focus. */
export function useRowWanted(id: SideRowId, onWanted: (focus: boolean) => void): void {
  const wanted = useView(({ rowWanted }) => (rowWanted?.id === id ? rowWanted : null));
  const take = useEffectEvent(onWanted);
  useEffect(() => {
    if (wanted === null) return;
    view.setState({ rowWanted: null });
    take(wanted.focus);
  }, [wanted]);
}
