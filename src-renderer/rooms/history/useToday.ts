// The start of today: today's times are shown without the date.
import { useSyncExternalStore } from "react";

const LOOK_MS = 30_000;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, LOOK_MS);
  return () => clearInterval(timer);
}

/** The last local midnight, in epoch milliseconds; changes once a day. */
export const useToday = (): number =>
  useSyncExternalStore(subscribe, () => new Date().setHours(0, 0, 0, 0));
