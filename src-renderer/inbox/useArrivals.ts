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
  const top = useRef(0);
  const touchedAt = useRef(-Infinity);
  const { fresh, empty } = pendingOf(ids, admitted);
  const waiting = fresh.length;
  const newest = ids.join("\n");

  const admitAll = useCallback(() => setAdmitted(new Set(newest.split("\n"))), [newest]);
  useEffect(() => {
    if (waiting === 0) return undefined;
    const restMs = idleAfterMs - (performance.now() - touchedAt.current);
    if (empty || (top.current === 0 && restMs <= 0)) {
      admitAll();
      return undefined;
    }
    if (top.current > 0) return undefined;
    const timer = setTimeout(() => {
      if (top.current === 0) admitAll();
    }, restMs);
    return () => clearTimeout(timer);
  }, [waiting, empty, admitAll]);

  return {
    shows: (id) => empty || admitted.has(id),
    fresh: empty ? 0 : waiting,
    admitAll,
    scrolled: (px) => {
      top.current = px;
    },
    touched: () => {
      touchedAt.current = performance.now();
    },
  };
}
