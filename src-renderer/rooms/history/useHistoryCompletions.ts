// Completions for the search: values from the ledger, read once the list is shown and again when the search gets the
// focus.
import { useCallback, useEffect, useRef } from "react";
import type { Known } from "#shared/filter/complete.ts";
import { send } from "#data/commands.ts";
import { useHistoryList } from "#data/history.ts";

/** The values known so far, and a function to reload them. */
export function useHistoryCompletions(): { known: () => Known; refresh: () => void } {
  const values = useRef<Known>({});
  const refresh = useCallback((): void => {
    void send("history.complete").then((result) => {
      if (result.ok) values.current = result.value;
    });
  }, []);
  // Counting them reads the whole ledger, so it waits until the rows are loaded.
  const stands = useHistoryList(({ query, failure }) => query !== null || failure !== null);
  useEffect(() => {
    if (!stands) return undefined;
    const idle = requestIdleCallback(refresh, { timeout: 1000 });
    return () => cancelIdleCallback(idle);
  }, [stands, refresh]);
  const known = useCallback(() => values.current, []);
  return { known, refresh };
}
