// Whether the window is narrow, below 1120 px, where panes collapse instead of shrinking.
import { useSyncExternalStore } from "react";

const query = "(max-width: 1119px)";

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
