// Focuses a field once, when its dialog opens.
import { useEffect, useRef } from "react";
import type { RefObject } from "react";

export function useFirstFocus<E extends HTMLElement>(): RefObject<E | null> {
  const field = useRef<E>(null);
  useEffect(() => {
    field.current?.focus();
    // Again, since the palette, closing at the same time, restores its focus only now.
    const timer = setTimeout(() => field.current?.focus(), 0);
    return () => clearTimeout(timer);
  }, []);
  return field;
}
