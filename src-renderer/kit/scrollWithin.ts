// Scrolling to an element without moving the rest of the window.

/**
 * Scrolls the element's own scroller alone. `scrollIntoView` moves every box around it as well, up to the room, whose
 * other content then leaves the screen.
 */
export function scrollWithin(
  element: Element | null | undefined,
  block: "start" | "center" | "nearest",
): void {
  if (element === null || element === undefined) return;
  const scroller = scrollerOf(element);
  if (scroller === null) return;
  const view = scroller.getBoundingClientRect();
  const box = element.getBoundingClientRect();
  const above = box.top - view.top;
  const below = box.bottom - view.bottom;
  if (block === "start") scroller.scrollTop += above;
  else if (block === "center") scroller.scrollTop += (above + below) / 2;
  else if (above < 0) scroller.scrollTop += above;
  else if (below > 0) scroller.scrollTop += Math.min(above, below);
}

function scrollerOf(element: Element): Element | null {
  for (let at = element.parentElement; at !== null; at = at.parentElement) {
    const { overflowY } = getComputedStyle(at);
    if (overflowY === "auto" || overflowY === "scroll") return at;
  }
  return null;
}
