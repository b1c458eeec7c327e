// Restores the focus to what it was on before something opened over the window.
import { useRef } from "react";
import { focusWhole } from "./focusWhole.ts";

let last: HTMLElement | null = null;

/** Must be called for every element that gets the focus. */
export function noteOpener(target: HTMLElement): void {
  // For something opened from a menu, remember the menu's button, as the menu is gone by then.
  const button = target.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const opener = typeof button === "string" ? document.getElementById(button) : target;
  if (opener?.closest("[role=dialog], [role=alertdialog]") === null) last = opener;
}

/** Handlers for dialogs: focus the dialog itself, and restore the focus on close. */
export function useOpener(): {
  onOpenAutoFocus: (event: Event) => void;
  onCloseAutoFocus: (event: Event) => void;
} {
  const opener = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: (event) => {
      opener.current = last;
      focusWhole(event);
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      // The action may have moved the focus elsewhere.
      if (document.activeElement !== document.body) return;
      if (opener.current?.isConnected === true) opener.current.focus({ preventScroll: true });
    },
  };
}
