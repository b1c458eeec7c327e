// The element that scrolls the document of blocks; blocks watch it to know whether they are in view.
import { createContext, useContext } from "react";

/** Undefined: nothing around scrolls. Null: it is about to be there. */
export const ScrollerContext = createContext<HTMLElement | null | undefined>(undefined);
/** Marks the element that scrolls: a block finds it in the drawing in which both come to be. */
export const scrollerAround = (element: Element): HTMLElement | null =>
  element.closest<HTMLElement>("[data-scroller]");
export const useScroller = (): HTMLElement | null | undefined => useContext(ScrollerContext);
