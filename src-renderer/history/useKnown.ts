// Values that a search can be completed with: those that the record holds, read when the history is opened and again
// when the search is entered.
import { useCallback, useEffect, useRef } from "react";
import type { Known } from "../../src-shared/filter/complete.ts";
import { send } from "../state/commands.ts";

/** What is known so far, and how to ask again. */
export function useKnown(): { known: () => Known; refresh: () => void } {
  const values = useRef<Known>({});
  const refresh = useCallback((): void => {
    void send("history.complete").then((result) => {
      if (result.ok) values.current = result.value;
    });
  }, []);
  useEffect(refresh, [refresh]);
  const known = useCallback(() => values.current, []);
  return { known, refresh };
}
