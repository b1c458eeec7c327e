// Loads the open request once the selection rests on it.
import { startTransition, useEffect, useRef, useState } from "react";
import { fromJsonText } from "#shared/ledger/history.ts";
import type { HistoryItem } from "#shared/ledger/history.ts";
import type { Failure } from "#shared/outcome.ts";
import { send } from "#data/commands.ts";

/** A single step loads after this delay, in milliseconds, in case a second key press follows at once. */
const REST_MS = 60;
/**
 * Nothing is loaded while the user moves quickly through the list, in milliseconds: a held key repeats every 30 to 50
 * ms, quick presses come every 100 to 150.
 */
const RUNNING_MS = 180;

export interface Read {
  id: string;
  item: HistoryItem | null;
  failure: Failure | null;
}

/** True while the previous request is still shown: actions on it are disabled. */
export const isBefore = (read: Pick<Read, "id"> | null, selectedId: string | null): boolean =>
  read !== null && read.id !== selectedId;

/**
 * The item with that id; the previous one until it is loaded.
 * @param again a new number reloads it
 */
export function useItem(id: string | null, again = 0): Read | null {
  const [read, setRead] = useState<Read | null>(null);
  const movedAtMs = useRef(-Infinity);
  useEffect(() => {
    const nowMs = performance.now();
    const restMs = nowMs - movedAtMs.current < RUNNING_MS ? RUNNING_MS : REST_MS;
    movedAtMs.current = nowMs;
    if (id === null) {
      setRead(null);
      return undefined;
    }
    let left = false;
    const timer = setTimeout(() => {
      void send("history.item", id).then((result) => {
        if (left) return;
        const now: Read = result.ok
          ? { id, item: fromJsonText(result.value), failure: null }
          : { id, item: null, failure: result.failure };
        // Rendering four papers takes longer than a frame: a key press meanwhile takes precedence.
        startTransition(() => setRead(now));
      });
    }, restMs);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [id, again]);
  return id === null ? null : read;
}
