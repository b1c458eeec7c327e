// Keeps the focus from getting lost: when a key or click removes or disables the focused element (a closed dialog, a
// button of a bar, a form of a rule with a new id), the room's list gets it, or the room.
import { useEffect } from "react";
import { noteOpener } from "#kit/hooks/opener.ts";

/** The effect of a key or click may be rendered only after main has responded: when to check, in milliseconds. */
const LOOKED_AT_MS = [60, 300, 1000];

export function useFocusRecovery(): void {
  useEffect(() => {
    let last: Element | null = null;
    const timers = new Set<number>();
    const look = (): void => {
      const at = document.activeElement;
      const nowhere = at === null || at === document.body;
      if (nowhere && last !== null && isLost(last)) focusRoom();
      // A room may still be loading: its list appears a moment later.
      else if (at === mainOf()) focusRoom();
    };
    const onFocus = (event: FocusEvent): void => {
      if (event.target instanceof Element) last = event.target;
      if (event.target instanceof HTMLElement) noteOpener(event.target);
    };
    const onAct = (): void => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      for (const ms of LOOKED_AT_MS) timers.add(window.setTimeout(look, ms));
    };
    document.addEventListener("focusin", onFocus);
    document.addEventListener("keydown", onAct, true);
    document.addEventListener("pointerup", onAct, true);
    return () => {
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("keydown", onAct, true);
      document.removeEventListener("pointerup", onAct, true);
      for (const timer of timers) clearTimeout(timer);
    };
  }, []);
}

/** Removed or disabled elements cannot have the focus. */
const isLost = (element: Element): boolean => !element.isConnected || element.matches(":disabled");

const mainOf = (): HTMLElement | null => document.querySelector<HTMLElement>("main");

function focusRoom(): void {
  const room = mainOf();
  const list = room?.querySelector<HTMLElement>("[role='listbox'][tabindex='0']");
  (list ?? room)?.focus({ preventScroll: true });
}
