// Lets a field report that its text is not a value, which disables the call.
import { createContext, useContext, useEffect, useId } from "react";

/** Called with `(id, true)` while the field `id` is invalid. */
export const UnreadableContext = createContext<(id: string, on: boolean) => void>(() => undefined);

/** Reports while `unreadable` is true, and withdraws it on unmount. */
export function useUnreadable(unreadable: boolean): void {
  const id = useId();
  const report = useContext(UnreadableContext);
  useEffect(() => {
    if (!unreadable) return undefined;
    report(id, true);
    return () => report(id, false);
  }, [id, report, unreadable]);
}
