// Where the keyboard was before something opened over the window, and goes on once that has closed.
import { useRef } from "react";
import { focusWhole } from "./focusWhole.ts";

let last: HTMLElement | null = null;

/** Told of all that gets the focus. */
export function noteOpener(target: HTMLElement): void {
  // What is opened from a menu was opened from the menu's button: the menu itself is gone by then.
  const button = target.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const opener = typeof button === "string" ? document.getElementById(button) : target;
  if (opener?.closest("[role=dialog], [role=alertdialog]") === null) last = opener;
}

/** Handlers of what opens over the window: it gets the focus itself, and gives it back to what it was opened from. */
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
      // What acted may have put it elsewhere.
      if (document.activeElement !== document.body) return;
      if (opener.current?.isConnected === true) opener.current.focus({ preventScroll: true });
    },
  };
}
