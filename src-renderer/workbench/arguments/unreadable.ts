// Lets a field say that what is typed in it is not a value yet: then nothing can be run.
import { createContext, useContext, useEffect, useId } from "react";

/** Told `(id, true)` while the field `id` cannot be read. */
export const UnreadableContext = createContext<(id: string, on: boolean) => void>(() => undefined);

/** Reports while `unreadable` is true, and takes it back when the field goes. */
export function useUnreadable(unreadable: boolean): void {
  const id = useId();
  const report = useContext(UnreadableContext);
  useEffect(() => {
    if (!unreadable) return undefined;
    report(id, true);
    return () => report(id, false);
  }, [id, report, unreadable]);
}
