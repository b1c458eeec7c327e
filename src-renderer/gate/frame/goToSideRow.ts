// Opens and focuses rows of the side panel.
import type { SideRowId } from "#shared/settings/settings.ts";
import { scrollWithin } from "#kit/scrollWithin.ts";

const rowOf = (id: SideRowId): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-row="${id}"]`);

/** False while the panel is closed. */
export const hasSideRow = (id: SideRowId): boolean => rowOf(id) !== null;

const headOf = (row: HTMLElement | null): HTMLElement | null =>
  row?.querySelector<HTMLElement>("[data-row-head]") ?? null;

/** Opens a closed row. */
export function openSideRow(id: SideRowId): void {
  const head = headOf(rowOf(id));
  if (head?.getAttribute("aria-expanded") === "false") head.click();
}

const CONTROLS = '[role="listbox"], input:not(:disabled), [role="combobox"], button';

/** Opens a row and focuses its first control; closes it if it already has the focus. */
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
  // Its controls exist after the next frame.
  requestAnimationFrame(() => {
    const controls = [...row.querySelectorAll<HTMLElement>(CONTROLS)];
    const first = controls.find((control) => control !== head) ?? head;
    first?.focus({ preventScroll: true });
    scrollWithin(row, "nearest");
    scrollWithin(first, "nearest");
  });
}
