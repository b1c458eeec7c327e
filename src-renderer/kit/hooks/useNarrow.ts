// Whether the window is narrow, below 1120 px, where panes collapse instead of shrinking; and whether it is wide enough
// for two texts side by side with a panel.
import { useSyncExternalStore } from "react";

const matches = (query: string): (() => boolean) => {
  const subscribe = (listener: () => void): (() => void) => {
    const media = window.matchMedia(query);
    media.addEventListener("change", listener);
    return () => media.removeEventListener("change", listener);
  };
  return () => useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
};

export const useNarrow = matches("(max-width: 1119px)");
export const useWide = matches("(min-width: 1500px)");
