// The element that scrolls the document of blocks; blocks watch it to know whether they are in view.
import { createContext, useContext } from "react";
import { scrollWithin } from "#kit/scrollWithin.ts";

/** Undefined: no scrolling container. Null: it is not mounted yet. */
export const ScrollerContext = createContext<HTMLElement | null | undefined>(undefined);
/** Finds the scrolling container from the DOM: needed in the render that creates both it and the block. */
export const scrollerAround = (element: Element): HTMLElement | null =>
  element.closest<HTMLElement>("[data-scroller]");
export const useScroller = (): HTMLElement | null | undefined => useContext(ScrollerContext);

/** Distance of revealed content from the edges of the view, px. */
const MARGIN_PX = 24;

/** Scrolls the container so that a line of `box`, `top` px below its upper edge, is in view. */
export function showInside(box: Element, top: number): void {
  const scroller = scrollerAround(box);
  if (scroller === null) return scrollWithin(box, "nearest");
  const view = scroller.getBoundingClientRect();
  const below = box.getBoundingClientRect().top + top - view.top;
  if (below >= MARGIN_PX && below <= view.height - 2 * MARGIN_PX) return;
  scroller.scrollTop += below - view.height / 3;
}
