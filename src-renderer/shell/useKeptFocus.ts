// Keeps the keyboard somewhere: where a key made what had the focus go (a dialog that closed, a button of a bar, a form
// of a rule that got another id), the list of the room has it, or the room.
import { useEffect } from "react";
import { noteOpener } from "../ui/hooks/opener.ts";

/** What a key causes may be drawn only once main has answered: looked at so long after it, in milliseconds. */
const LOOKED_AT_MS = [60, 300, 1000];

export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    const timers = new Set<number>();
    const look = (): void => {
      const at = document.activeElement;
      const nowhere = at === null || at === document.body;
      if (nowhere && last !== null && !last.isConnected) focusRoom();
      // A room may be fetched and read first: its list comes a moment after it.
      else if (at === mainOf()) focusRoom();
    };
    const onFocus = (event: FocusEvent): void => {
      if (event.target instanceof Element) last = event.target;
      if (event.target instanceof HTMLElement) noteOpener(event.target);
    };
    const onKey = (): void => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      for (const ms of LOOKED_AT_MS) timers.add(window.setTimeout(look, ms));
    };
    document.addEventListener("focusin", onFocus);
    document.addEventListener("keydown", onKey, true);
    return () => {
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("keydown", onKey, true);
      for (const timer of timers) clearTimeout(timer);
    };
  }, []);
}

const mainOf = (): HTMLElement | null => document.querySelector<HTMLElement>("main");

function focusRoom(): void {
  const room = mainOf();
  const list = room?.querySelector<HTMLElement>("[role='listbox'][tabindex='0']");
  (list ?? room)?.focus({ preventScroll: true });
}
