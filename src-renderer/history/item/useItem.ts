// The request that is looked at, read whole once the selection rests on it.
import { startTransition, useEffect, useRef, useState } from "react";
import { fromJsonText } from "../../../src-shared/ledger/history.ts";
import type { HistoryItem } from "../../../src-shared/ledger/history.ts";
import type { Failure } from "../../../src-shared/outcome.ts";
import { send } from "../../state/commands.ts";
import { useMirror } from "../../state/mirror.ts";

/** A step by itself is followed at once, but for a second press that comes with it. */
const REST_MS = 60;
/**
 * While somebody runs through the list nothing is read: a key that is held repeats every 30 to 50 ms, a hand that presses
 * it quickly every 100 to 150.
 */
const RUNNING_MS = 180;

export interface Read {
  id: string;
  item: HistoryItem | null;
  failure: Failure | null;
}

/** True while the one before stays in sight: nothing is to be done with it any more. */
export const isBefore = (read: Pick<Read, "id"> | null, selectedId: string | null): boolean =>
  read !== null && read.id !== selectedId;

/**
 * The item of that id; until it is here the one before stays.
 * @param again another number reads it anew
 */
export function useItem(id: string | null, again = 0): Read | null {
  // The same id may be in an export that is open for reading, and in the record.
  const open = useMirror((state) => state.historyImport);
  const imported = open?.name ?? null;
  // An export is without contents as a whole, or with all of them.
  const leftOut = open !== null && open.contents.kept === 0 && open.contents.absent > 0;
  const [read, setRead] = useState<Read | null>(null);
  const movedAtMs = useRef(-Infinity);
  useEffect(() => {
    const nowMs = performance.now();
    const restMs = nowMs - movedAtMs.current < RUNNING_MS ? RUNNING_MS : REST_MS;
    movedAtMs.current = nowMs;
    const of = (item: HistoryItem): HistoryItem => ({
      ...item,
      imported,
      ...(leftOut ? { leftOut } : {}),
    });
    if (id === null) {
      setRead(null);
      return undefined;
    }
    let left = false;
    const timer = setTimeout(() => {
      void send("history.item", id).then((result) => {
        if (left) return;
        const now: Read = result.ok
          ? { id, item: of(fromJsonText(result.value)), failure: null }
          : { id, item: null, failure: result.failure };
        // Four papers at once are more than a frame has room for: a key that is pressed meanwhile comes first.
        startTransition(() => setRead(now));
      });
    }, restMs);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [id, open, imported, leftOut, again]);
  return id === null ? null : read;
}
