// When today began: times of today are written without their day.
import { useSyncExternalStore } from "react";

const LOOK_MS = 30_000;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, LOOK_MS);
  return () => clearInterval(timer);
}

/** Milliseconds since the epoch at the last midnight here; changes once a day. */
export const useToday = (): number =>
  useSyncExternalStore(subscribe, () => new Date().setHours(0, 0, 0, 0));
