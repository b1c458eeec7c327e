// Guards a decision against a hand that was on its way elsewhere: off for half a second after what is
// decided came up, and until every key and button was released. A held key never decides.
import { useEffect, useState } from "react";
import { isHeld, onReleased } from "./held.ts";

/** How long a decision is off after what is decided changed. */
export const GUARD_MS = 500;

/** True once `what` has been in sight for `afterMs` and no key or button is down any more. */
export function useArmed(what: string, afterMs = GUARD_MS): boolean {
  const [armed, setArmed] = useState<string | null>(null);
  useEffect(() => {
    let due = false;
    const arm = (): void => {
      if (due && !isHeld()) setArmed(what);
    };
    const timer = setTimeout(() => {
      due = true;
      arm();
    }, afterMs);
    const stop = onReleased(arm);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [what, afterMs]);
  return armed === what;
}
