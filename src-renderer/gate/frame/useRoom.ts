// Measures how many actions fit into the action bar beside the two lines, for any language, names and width.
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";

/** Width in px of the last measured bar, as initial width of the next one. */
let usualWidth = 0;

/**
 * How many actions have no room; one more than there are means that the two lines wrap as well. Measured before
 * paint. It only grows while actions and width stay the same, so that changing words don't move buttons.
 * @param what key of the actions
 * @param least initial step
 * @param most last step
 */
export function useRoom(
  bar: RefObject<HTMLElement | null>,
  what: string,
  least: number,
  most: number,
): number {
  const [width, setWidth] = useState(usualWidth);
  const key = `${width} ${least} ${what}`;
  const [known, setKnown] = useState({ key, step: least });
  const step = known.key === key ? known.step : least;
  useEffect(() => {
    const element = bar.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      usualWidth = element.clientWidth;
      setWidth(usualWidth);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [bar]);
  const measured = useRef("");
  const measure = useEffectEvent((): void => {
    const element = bar.current;
    const said = `${key} ${step} ${element?.textContent ?? ""}`;
    if (element === null || said === measured.current) return;
    measured.current = said;
    if (step < most && isCut(element)) setKnown({ key, step: step + 1 });
  });
  // After every render; it measures again only if the text changed.
  useLayoutEffect(() => measure());
  return step;
}

/** Something overflows the bar, or one of the two lines is cut. */
function isCut(bar: HTMLElement): boolean {
  if (bar.scrollWidth > bar.clientWidth) return true;
  return [...bar.querySelectorAll("[data-said]")].some(
    (line) => line.scrollWidth > line.clientWidth,
  );
}
