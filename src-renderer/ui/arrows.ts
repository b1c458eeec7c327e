// Arrow keys along a row of tabs or views. Radix moves the focus in a later task: of keys that come faster than the window
// is free, all but one would be lost, and the next key would go to what had the focus before.
import type { KeyboardEvent } from "react";

const NEXT: Readonly<Record<string, number>> = {
  ...{ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 },
};

/**
 * Moves the focus at once: for `onKeyDownCapture` of the row. What already went on is left alone by Radix.
 * @param role that of its items
 */
export function arrowsAtOnce(event: KeyboardEvent<HTMLElement>, role: "radio" | "tab"): void {
  const step = NEXT[event.key];
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
