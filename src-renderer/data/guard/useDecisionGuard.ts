// The decision guard of visible content, as a hook: enabled once the content was visible for half a second and no key
// is down.
import { useEffect, useReducer, useRef } from "react";
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
  const made = useRef<{ what: string; afterMs: number; guard: DecisionGuard } | null>(null);
  if (made.current?.what !== what || made.current.afterMs !== afterMs) {
    made.current = { what, afterMs, guard: new DecisionGuard(input, afterMs, draw) };
  }
  const { guard } = made.current;
  useEffect(() => {
    guard.start();
    return () => guard.end();
  }, [guard]);
  return guard;
}
