// Content that the first paint does not wait for: rendered right after it as a transition.
import { startTransition, useEffect, useState } from "react";
import type { ReactNode } from "react";

/** Renders its children after the first paint. Only for the end of a page, where nothing below moves. */
export function AfterPaint({ children }: { children: ReactNode }) {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A timer set in an animation frame runs after that frame is painted.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setDrawn(true)), 0);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return drawn ? children : null;
}
