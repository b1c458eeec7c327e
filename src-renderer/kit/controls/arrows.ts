// Arrow keys in a row of tabs or views. Radix moves the focus in a later task, so that with fast keys all but one
// would be lost, and the next key would go to the previously focused item.
import type { KeyboardEvent } from "react";

const ALONG = { ArrowRight: 1, ArrowLeft: -1 };
const DOWN = { ArrowDown: 1, ArrowUp: -1 };
/**
 * Keys by the row's orientation, leaving the other two to scrolling. Without orientation all four move, as in Radix.
 */
const NEXT: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  horizontal: ALONG,
  vertical: DOWN,
};
const ANY: Readonly<Record<string, number>> = { ...ALONG, ...DOWN };

/**
 * Moves the focus at once, for `onKeyDownCapture` of the row. Radix ignores the event, as its default is prevented.
 * @param role role of the items
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
