// How many of the gate's actions have room in the action bar beside the line that says what goes where, whatever the
// language, the names and the width.
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";

/** The width (px) of the bar that was measured last: the next gate's has it too, and need not be measured twice. */
let usualWidth = 0;

/**
 * A step: how many actions have no room. One more than there are: the line beside the primary has none either.
 * Measured before anything is drawn. It only ever grows while the same actions stand in a bar of the same width: a
 * count that changes as a person types moves nothing.
 *
 * @param what names the actions that stand there;
 * @param least the first step;
 * @param most the last
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
  // After every drawing in which something else is said there, a few times at most: it may have grown.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => {
    const element = bar.current;
    const said = `${key} ${step} ${element?.textContent ?? ""}`;
    if (element === null || said === measured.current) return;
    measured.current = said;
    if (step < most && isCut(element)) setKnown({ key, step: step + 1 });
  });
  return step;
}

/** Something stands beyond its edge, or a line beside the primary is cut. */
function isCut(bar: HTMLElement): boolean {
  if (bar.scrollWidth > bar.clientWidth) return true;
  return [...bar.querySelectorAll("[data-said]")].some(
    (line) => line.scrollWidth > line.clientWidth,
  );
}
