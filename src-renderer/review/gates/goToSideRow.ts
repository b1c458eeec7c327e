// Going to a row beside a request, by key or because something in it is to be looked at.
import type { SideRowId } from "../../../src-shared/settings/settings.ts";

const rowOf = (id: SideRowId): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-row="${id}"]`);

/** False where the panel is folded away. */
export const hasSideRow = (id: SideRowId): boolean => rowOf(id) !== null;

const headOf = (row: HTMLElement | null): HTMLElement | null =>
  row?.querySelector<HTMLElement>("[data-row-head]") ?? null;

/** Opens it where it is closed. */
export function openSideRow(id: SideRowId): void {
  const head = headOf(rowOf(id));
  if (head?.getAttribute("aria-expanded") === "false") head.click();
}

const CONTROLS = '[role="listbox"], input:not(:disabled), [role="combobox"], button';

/** By key: opens it and goes to its first control; closes it where the focus is in it already. */
export function goToSideRow(id: SideRowId): void {
  const row = rowOf(id);
  const head = headOf(row);
  if (row === null) return;
  const isOpen = head?.getAttribute("aria-expanded") !== "false";
  if (isOpen && head !== null && row.contains(document.activeElement)) {
    head.click();
    head.focus();
    return;
  }
  openSideRow(id);
  // Its controls are there after the next drawing.
  requestAnimationFrame(() => {
    const controls = [...row.querySelectorAll<HTMLElement>(CONTROLS)];
    (controls.find((control) => control !== head) ?? head)?.focus();
    row.scrollIntoView({ block: "nearest" });
  });
}
