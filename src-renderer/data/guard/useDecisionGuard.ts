// The decision guard of visible content, as a hook: enabled once the content was visible for half a second and no key
// is down.
import { useEffect, useMemo, useReducer } from "react";
import { DecisionGuard, GUARD_MS } from "./decisionGuard.ts";
import type { HeldInput } from "./decisionGuard.ts";
import { isInputHeld, onAllReleased } from "./heldInputs.ts";

const input: HeldInput = {
  isInputHeld,
  onAllReleased,
  after: (ms, then) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};

/**
 * @param what a key of everything the decision depends on: a new value restarts the guard, and the previous guard
 * issues no more tokens
 */
export function useDecisionGuard(what: string, afterMs = GUARD_MS): DecisionGuard {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `what` says when another one is needed
  const guard = useMemo(() => new DecisionGuard(input, afterMs, draw), [what, afterMs]);
  useEffect(() => {
    guard.start();
    return () => guard.end();
  }, [guard]);
  return guard;
}
