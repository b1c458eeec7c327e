// Requests that have just come: they enter the list when it is at its top and idle, else they wait
// behind a pill, so that nothing moves under the hand.
import { useCallback, useEffect, useRef, useState } from "react";

const idleAfterMs = 1500;

export interface Arrivals {
  /** Whether the list shows this id. An empty list shows at once what comes. */
  shows: (id: string) => boolean;
  /** How many wait behind the pill. */
  fresh: number;
  /** The pill was pressed. */
  admitAll: () => void;
  /** The list was scrolled: px from the top. */
  scrolled: (top: number) => void;
  /** A hand is on the list: pointer, wheel or key. */
  touched: () => void;
}

/**
 * Which of `ids` are not in the list yet, and whether the list is empty: nothing can move in an empty list, so
 * it shows at once what comes, also one that was emptied while it was scrolled.
 */
export function pendingOf(
  ids: readonly string[],
  admitted: ReadonlySet<string>,
): { fresh: readonly string[]; empty: boolean } {
  const fresh = ids.filter((id) => !admitted.has(id));
  return { fresh, empty: fresh.length === ids.length };
}

/** @param ids all samples; those known at the first render are admitted at once */
export function useArrivals(ids: readonly string[]): Arrivals {
  const [admitted, setAdmitted] = useState<ReadonlySet<string>>(() => new Set(ids));
  const [atTop, setAtTop] = useState(true);
  const { resting, touched } = useResting();
  const { fresh, empty } = pendingOf(ids, admitted);
  const waiting = fresh.length;
  // In the same drawing: a list that is drawn without them first is drawn twice for each that comes.
  if (waiting > 0 && (empty || (atTop && resting))) setAdmitted(new Set(ids));
  const shows = useCallback((id: string) => empty || admitted.has(id), [empty, admitted]);
  return {
    shows,
    fresh: empty ? 0 : waiting,
    admitAll: () => setAdmitted(new Set(ids)),
    scrolled: (px) => setAtTop(px === 0),
    touched,
  };
}

/** Whether no hand has been on the list for a while. */
function useResting(): { resting: boolean; touched: () => void } {
  const [resting, setResting] = useState(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const touched = useCallback(() => {
    setResting(false);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setResting(true), idleAfterMs);
  }, []);
  return { resting, touched };
}
