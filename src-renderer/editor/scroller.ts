// The element that scrolls the document of blocks; blocks watch it to know whether they are in view.
import { createContext, useContext } from "react";

export const ScrollerContext = createContext<HTMLElement | null>(null);
export const useScroller = (): HTMLElement | null => useContext(ScrollerContext);
