// Guards a decision against a hand that was on its way elsewhere: off for half a second after what is
// decided came up, and until every key and button was released. A held key never decides.
import { useEffect, useState } from "react";

const held = new Set<string>();
const released = new Set<() => void>();

function track(): void {
  const down = (name: string): void => void held.add(name);
  const up = (name: string): void => {
    held.delete(name);
    if (held.size === 0) for (const told of [...released]) told();
  };
  const gone = (): void => {
    held.clear();
    for (const told of [...released]) told();
  };
  window.addEventListener("keydown", (event) => down(`key ${event.code}`), true);
  window.addEventListener("keyup", (event) => up(`key ${event.code}`), true);
  window.addEventListener("pointerdown", (event) => down(`pointer ${event.pointerId}`), true);
  window.addEventListener("pointerup", (event) => up(`pointer ${event.pointerId}`), true);
  window.addEventListener("pointercancel", (event) => up(`pointer ${event.pointerId}`), true);
  window.addEventListener("blur", gone);
}
if (typeof window !== "undefined") track();

/** True once `what` has been in sight for `afterMs` and no key or button is down any more. */
export function useArmed(what: string, afterMs = 500): boolean {
  const [armed, setArmed] = useState<string | null>(null);
  useEffect(() => {
    let due = false;
    const arm = (): void => {
      if (due && held.size === 0) setArmed(what);
    };
    const timer = setTimeout(() => {
      due = true;
      arm();
    }, afterMs);
    released.add(arm);
    return () => {
      clearTimeout(timer);
      released.delete(arm);
    };
  }, [what, afterMs]);
  return armed === what;
}
