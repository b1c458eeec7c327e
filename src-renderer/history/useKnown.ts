// Values that a search can be completed with: those that the record holds, read once the history stands and again when
// the search is entered.
import { useCallback, useEffect, useRef } from "react";
import type { Known } from "../../src-shared/filter/complete.ts";
import { send } from "../state/commands.ts";
import { useHistoryList } from "../state/history.ts";

/** What is known so far, and how to ask again. */
export function useKnown(): { known: () => Known; refresh: () => void } {
  const values = useRef<Known>({});
  const refresh = useCallback((): void => {
    void send("history.complete").then((result) => {
      if (result.ok) values.current = result.value;
    });
  }, []);
  // They are counted over the whole record: whoever opens the history waits for its rows, not for these.
  const stands = useHistoryList(({ query, failure }) => query !== null || failure !== null);
  useEffect(() => {
    if (!stands) return undefined;
    const idle = requestIdleCallback(refresh, { timeout: 1000 });
    return () => cancelIdleCallback(idle);
  }, [stands, refresh]);
  const known = useCallback(() => values.current, []);
  return { known, refresh };
}
