// How long what is to be decided has been in sight, also where a person went away and came back.
import { useCallback, useEffect, useRef } from "react";

/** By what was in sight; the newest last. */
const seenMs = new Map<string, number>();
const SEEN_MOST = 200;

/**
 * @param what names what is decided: a gate of a request
 * @returns reads the time in milliseconds
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
