// How long something to decide has been visible, including earlier visits.
import { useCallback, useEffect, useRef } from "react";

/** By what was visible, in milliseconds, newest last. */
const seenMs = new Map<string, number>();
const SEEN_MOST = 200;

/**
 * @param what identifies a gate of a request
 * @returns reads the time so far in milliseconds
 */
export function useViewed(what: string): () => number {
  const began = useRef<number | null>(null);
  useEffect(() => {
    began.current = performance.now();
    return () => {
      keep(what, (seenMs.get(what) ?? 0) + since(began.current));
    };
  }, [what]);
  return useCallback(() => (seenMs.get(what) ?? 0) + since(began.current), [what]);
}

const since = (beganMs: number | null): number =>
  beganMs === null ? 0 : performance.now() - beganMs;

function keep(what: string, ms: number): void {
  seenMs.delete(what);
  seenMs.set(what, ms);
  for (const oldest of seenMs.keys()) {
    if (seenMs.size <= SEEN_MOST) break;
    seenMs.delete(oldest);
  }
}
