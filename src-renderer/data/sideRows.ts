// The collapsible rows next to a request: which are open. Their state is remembered.
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
