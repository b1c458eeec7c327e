// Gives the focus to the field that a dialog is about, once, when it opens.
import { useEffect, useRef } from "react";
import type { RefObject } from "react";

export function useFirstFocus<E extends HTMLElement>(): RefObject<E | null> {
  const field = useRef<E>(null);
  useEffect(() => {
    field.current?.focus();
    // What closes at the same moment (the palette) gives its focus back only now.
    const timer = setTimeout(() => field.current?.focus(), 0);
    return () => clearTimeout(timer);
  }, []);
  return field;
}
