// Identity by value: what is computed from a value again only when the value differs.
import { useRef } from "react";

/** The first of consecutive values that count as the same. */
export function useSame<T>(value: T, isSame: (before: T, now: T) => boolean): T {
  const kept = useRef(value);
  if (!isSame(kept.current, value)) kept.current = value;
  return kept.current;
}
