// One listener for the shortcuts of all actions, before any editor sees the key.
import { useEffect } from "react";
import { KEYS } from "#shared/shortcuts.ts";
import { isComposing } from "#editor/composing.ts";
import { currentActions } from "#data/actions.ts";
import type { Action } from "#data/view.ts";
import { chordOf, isTyping, takesSpace } from "./chord.ts";

/** Chords that work even over an open dialog, because they belong to the window. */
const overDialogs: ReadonlySet<string> = new Set([
  KEYS.palette,
  KEYS.zoomIn,
  KEYS.zoomOut,
  KEYS.zoomReset,
]);

const inDialog = (target: EventTarget | null): boolean =>
  document.querySelector(
    '[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"]',
  ) !== null ||
  (target instanceof Element &&
    target.closest('[role="menu"], [role="listbox"][data-state]') !== null);

function fits(action: Action, chord: string, event: KeyboardEvent): boolean {
  if (action.keys !== chord || action.disabled === true) return false;
  const modified = chord.startsWith("Mod+");
  if (!modified && action.whileTyping !== true && isTyping(event.target)) return false;
  if (chord === "Space" && takesSpace(event.target)) return false;
  return !inDialog(event.target) || overDialogs.has(chord);
}

/** Runs the action whose shortcut was pressed. Ignores input methods, and key repeat for decisions. */
export function onShortcut(event: KeyboardEvent): void {
  if (event.isComposing || event.keyCode === 229 || isComposing()) return;
  const chord = chordOf(event);
  if (chord === null) return;
  const action = currentActions().findLast((entry) => fits(entry, chord, event));
  if (action === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.repeat && action.hidden !== true) return;
  action.run();
}

export function useShortcuts(): void {
  useEffect(() => {
    window.addEventListener("keydown", onShortcut, true);
    return () => window.removeEventListener("keydown", onShortcut, true);
  }, []);
}
