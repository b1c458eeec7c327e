// What a view has to ask for before it can show it.
import { useEffect, useEffectEvent, useState } from "react";

interface Options {
  /** Waits this long, in milliseconds, as the key may change again while something is typed. */
  pauseMs?: number;
  /** Keeps the answer to the last key until the next one comes. */
  keeps?: boolean;
}

/**
 * Asks whenever the key changes; an answer that comes after that, or after the view has gone, is dropped.
 * @param key covers all that `ask` depends on; null asks nothing
 * @returns null until the answer comes
 */
export function useAsked<T>(
  key: unknown,
  ask: () => Promise<T>,
  { pauseMs, keeps = false }: Options = {},
): T | null {
  const [answer, setAnswer] = useState<{ key: unknown; value: T } | null>(null);
  const asking = useEffectEvent(ask);
  useEffect(() => {
    if (key === null) return undefined;
    let isGone = false;
    const begin = (): void =>
      void asking().then((value) => {
        if (!isGone) setAnswer({ key, value });
      });
    const timer = pauseMs === undefined ? begin() : setTimeout(begin, pauseMs);
    return () => {
      isGone = true;
      if (timer !== undefined) clearTimeout(timer);
    };
  }, [key, pauseMs]);
  return answer !== null && (keeps || answer.key === key) ? answer.value : null;
}
