// Keeps the keyboard somewhere: where a key or a press made what had the focus go or turned it off (a dialog that closed, a
// button of a bar, a form of a rule that got another id), the list of the room has it, or the room.
import { useEffect } from "react";
import { noteOpener } from "../ui/hooks/opener.ts";

/** What a key or a press causes may be drawn only once main has answered: looked at so long after it, in milliseconds. */
const LOOKED_AT_MS = [60, 300, 1000];

export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    const timers = new Set<number>();
    const look = (): void => {
      const at = document.activeElement;
      const nowhere = at === null || at === document.body;
      if (nowhere && last !== null && isLost(last)) focusRoom();
      // A room may be fetched and read first: its list comes a moment after it.
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

/** Gone, or off: neither can have the focus. */
const isLost = (element: Element): boolean => !element.isConnected || element.matches(":disabled");

const mainOf = (): HTMLElement | null => document.querySelector<HTMLElement>("main");

function focusRoom(): void {
  const room = mainOf();
  const list = room?.querySelector<HTMLElement>("[role='listbox'][tabindex='0']");
  (list ?? room)?.focus({ preventScroll: true });
}
