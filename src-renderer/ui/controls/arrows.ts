// Arrow keys along a row of tabs or views. Radix moves the focus in a later task: of keys that come faster than the window
// is free, all but one would be lost, and the next key would go to what had the focus before.
import type { KeyboardEvent } from "react";

const ALONG = { ArrowRight: 1, ArrowLeft: -1 };
const DOWN = { ArrowDown: 1, ArrowUp: -1 };
/** By what the row says of its orientation; the other two keys are for what scrolls. Radix goes by all four where it says nothing. */
const NEXT: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  horizontal: ALONG,
  vertical: DOWN,
};
const ANY: Readonly<Record<string, number>> = { ...ALONG, ...DOWN };

/**
 * Moves the focus at once: for `onKeyDownCapture` of the row. What already went on is left alone by Radix.
 * @param role that of its items
 */
export function arrowsAtOnce(event: KeyboardEvent<HTMLElement>, role: "radio" | "tab"): void {
  const orientation = event.currentTarget.getAttribute("aria-orientation") ?? "";
  const step = (NEXT[orientation] ?? ANY)[event.key];
  const plain = !(event.metaKey || event.ctrlKey || event.altKey || event.shiftKey);
  if (step === undefined || !plain) return;
  const items = [
    ...event.currentTarget.querySelectorAll<HTMLElement>(`[role="${role}"]:not(:disabled)`),
  ];
  const at = items.findIndex((item) => item === event.target);
  if (at === -1) return;
  event.preventDefault();
  items.at((at + step) % items.length)?.focus();
}
