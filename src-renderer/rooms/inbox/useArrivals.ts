// New requests enter the list when it is scrolled to the top and idle, else they wait behind a pill, so that nothing
// moves under the pointer.
import { useCallback, useEffect, useRef, useState } from "react";

const idleAfterMs = 1500;

export interface Arrivals {
  /** Whether the list shows this id. An empty list shows new requests at once. */
  shows: (id: string) => boolean;
  /** How many wait behind the pill. */
  newCount: number;
  /** The pill was clicked. */
  admitAll: () => void;
  /** The list was scrolled: px from the top. */
  onScroll: (top: number) => void;
  /** The user interacts with the list: pointer, wheel or key. */
  onInteraction: () => void;
}

/**
 * Which of `ids` are not in the list yet, and whether the list is empty: nothing can move in an empty list, so it
 * shows new requests at once, even if it was emptied while scrolled.
 */
export function notYetListed(
  ids: readonly string[],
  admitted: ReadonlySet<string>,
): { fresh: readonly string[]; empty: boolean } {
  const fresh = ids.filter((id) => !admitted.has(id));
  return { fresh, empty: fresh.length === ids.length };
}

/** @param ids all requests; those known at the first render are admitted at once */
export function useArrivals(ids: readonly string[]): Arrivals {
  const [admitted, setAdmitted] = useState<ReadonlySet<string>>(() => new Set(ids));
  const [atTop, setAtTop] = useState(true);
  const { resting, onInteraction } = useResting();
  const { fresh, empty } = notYetListed(ids, admitted);
  const waiting = fresh.length;
  // Set during render: otherwise the list would render twice for each new request.
  if (waiting > 0 && (empty || (atTop && resting))) setAdmitted(new Set(ids));
  const shows = useCallback((id: string) => empty || admitted.has(id), [empty, admitted]);
  return {
    shows,
    newCount: empty ? 0 : waiting,
    admitAll: () => setAdmitted(new Set(ids)),
    onScroll: (px) => setAtTop(px === 0),
    onInteraction,
  };
}

/** Whether the user has not touched the list for a while. */
function useResting(): { resting: boolean; onInteraction: () => void } {
  const [resting, setResting] = useState(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onInteraction = useCallback(() => {
    setResting(false);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setResting(true), idleAfterMs);
  }, []);
  return { resting, onInteraction };
}
