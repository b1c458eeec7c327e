// What the user lets the app do, as far as it can fail.
import { useCallback, useState } from "react";
import type { Failure, Outcome } from "#shared/outcome.ts";

export interface UsedAction {
  /** Of the last action; null if it succeeded, or the user stopped it. */
  failure: Failure | null;
  /** Keeps the failure of a result; true if it has none. */
  tell: <R extends Outcome<unknown>>(result: R) => result is Extract<R, { ok: true }>;
  /** The same for work that only says why it failed; true if it did not. */
  fail: (failure: Failure | null) => boolean;
  clear: () => void;
}

export function useAction(): UsedAction {
  const [failure, setFailure] = useState<Failure | null>(null);
  const fail = useCallback((next: Failure | null): boolean => {
    setFailure(next?.kind === "cancelled" ? null : next);
    return next === null;
  }, []);
  const tell = useCallback(
    <R extends Outcome<unknown>>(result: R): result is Extract<R, { ok: true }> =>
      fail(result.ok ? null : result.failure),
    [fail],
  );
  const clear = useCallback(() => setFailure(null), []);
  return { failure, tell, fail, clear };
}
