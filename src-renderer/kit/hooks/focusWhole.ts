// Focus for what opens over the window.

/**
 * Focuses the dialog or popover itself rather than its first button, whose tooltip would open and take the first
 * Escape. Its content may still set the focus.
 */
export function focusWhole(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}
