// How much of the action bar is said in words: as much as there is room for beside the line that says what goes where,
// whatever the language, the names and the width.
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";

/** From all in words to what is left when nothing else helps. */
export const ROOM = {
  all: 0,
  /** The gate's other actions as icons, named by their tooltips. */
  icons: 1,
  /** These in a menu. */
  menu: 2,
  /** And the line beside the primary in two. */
  wraps: 3,
} as const;
export type Room = (typeof ROOM)[keyof typeof ROOM];

/** The width (px) of the bar that was measured last: the next gate's has it too, and need not be measured twice. */
let usualWidth = 0;

const NEXT: Record<Room, Room> = { 0: 1, 1: 2, 2: 3, 3: 3 };

/**
 * Measured before anything is drawn. It only ever grows while the same actions stand in a bar of the same width: a
 * count that changes as a person types moves nothing.
 *
 * @param what names the actions that stand there; @param least what it begins with
 */
export function useRoom(bar: RefObject<HTMLElement | null>, what: string, least: Room): Room {
  const [width, setWidth] = useState(usualWidth);
  const key = `${width} ${least} ${what}`;
  const [known, setKnown] = useState<{ key: string; room: Room }>({ key, room: least });
  const room = known.key === key ? known.room : least;
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
  // After every drawing in which something else is said there, four times at most: it may have grown.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => {
    const element = bar.current;
    const said = `${key} ${room} ${element?.textContent ?? ""}`;
    if (element === null || said === measured.current) return;
    measured.current = said;
    if (room !== ROOM.wraps && isCut(element)) setKnown({ key, room: NEXT[room] });
  });
  return room;
}

/** Something stands beyond its edge, or a line beside the primary is cut. */
function isCut(bar: HTMLElement): boolean {
  if (bar.scrollWidth > bar.clientWidth) return true;
  return [...bar.querySelectorAll("[data-said]")].some(
    (line) => line.scrollWidth > line.clientWidth,
  );
}
