// The guard of what is in sight, as a hook: on once it was there for half a second and the hand is free.
import { useEffect, useMemo, useReducer } from "react";
import { Arm, GUARD_MS } from "./arm.ts";
import type { Hand } from "./arm.ts";
import { isHeld, onReleased } from "./held.ts";

const hand: Hand = {
  isHeld,
  onReleased,
  after: (ms, then) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};

/**
 * @param what names all that a decision depends on: another value means that the guard starts anew, and that nothing is
 *   decided any more by the arm of before
 */
export function useArm(what: string, afterMs = GUARD_MS): Arm {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `what` says when another one is needed
  const arm = useMemo(() => new Arm(hand, afterMs, draw), [what, afterMs]);
  useEffect(() => {
    arm.start();
    return () => arm.end();
  }, [arm]);
  return arm;
}
