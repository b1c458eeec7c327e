// The element that scrolls the document of blocks; blocks watch it to know whether they are in view.
import { createContext, useContext } from "react";

/** Undefined: nothing around scrolls. Null: it is about to be there. */
export const ScrollerContext = createContext<HTMLElement | null | undefined>(undefined);
/** Marks the element that scrolls: a block finds it in the drawing in which both come to be. */
export const scrollerAround = (element: Element): HTMLElement | null =>
  element.closest<HTMLElement>("[data-scroller]");
export const useScroller = (): HTMLElement | null | undefined => useContext(ScrollerContext);

/** Of what is shown from the edges of the view, px. */
const MARGIN_PX = 24;

/** Scrolls what is around so that a line of `box`, `top` px below its upper edge, is in view. */
export function showInside(box: Element, top: number): void {
  const scroller = scrollerAround(box);
  if (scroller === null) return box.scrollIntoView({ block: "nearest" });
  const view = scroller.getBoundingClientRect();
  const below = box.getBoundingClientRect().top + top - view.top;
  if (below >= MARGIN_PX && below <= view.height - 2 * MARGIN_PX) return;
  scroller.scrollTop += below - view.height / 3;
}
