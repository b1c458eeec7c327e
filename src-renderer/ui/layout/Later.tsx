// What a first drawing need not wait for: it is drawn right after it, in slices, below what stands already.
import { startTransition, useEffect, useState } from "react";
import type { ReactNode } from "react";

/** Its children, from the second drawing on. Only for what lies at the end: nothing may move when it comes. */
export function Later({ children }: { children: ReactNode }) {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A frame's callbacks run before it is drawn, a timer set in them after it.
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
