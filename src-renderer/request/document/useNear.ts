// Whether a part of the paper has come near the view; it stays near once it was. One observer per scroller.
import { useCallback, useEffect, useState } from "react";
import { useScroller } from "#editor/scroller.ts";

/** Distance from the view that counts as near. */
const margin = "1200px 0px";

interface Watch {
  observer: IntersectionObserver;
  tell: Map<Element, () => void>;
}
const watches = new WeakMap<HTMLElement, Watch>();

function watchOf(scroller: HTMLElement): Watch {
  const known = watches.get(scroller);
  if (known !== undefined) return known;
  const tell = new Map<Element, () => void>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) if (entry.isIntersecting) tell.get(entry.target)?.();
    },
    { root: scroller, rootMargin: margin },
  );
  const made = { observer, tell };
  watches.set(scroller, made);
  return made;
}

/** @param first near from the start, for what the first screen shows */
export function useNear(
  box: { current: HTMLElement | null },
  first: boolean,
): [near: boolean, come: () => void] {
  const scroller = useScroller();
  const [near, setNear] = useState(first);
  const come = useCallback(() => setNear(true), []);
  useEffect(() => {
    const element = box.current;
    if (near || element === null || !scroller) return undefined;
    const { observer, tell } = watchOf(scroller);
    tell.set(element, come);
    observer.observe(element);
    return () => {
      observer.unobserve(element);
      tell.delete(element);
    };
  }, [box, near, scroller, come]);
  return [near, come];
}
