// Where the focus goes when something opens over the window.

/**
 * What opened gets the focus itself (what is in it may ask for it), not its first button: that one's tooltip would come
 * up with it, and Escape would close the tooltip alone.
 */
export function focusWhole(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}
