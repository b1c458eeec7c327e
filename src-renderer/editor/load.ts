// Brings Monaco in when it is first needed, or when the window has nothing else to do.
import { useSyncExternalStore } from "react";
import { warmPool } from "./pool.ts";

export type Monaco = typeof import("./monaco.ts");

let loaded: Monaco | null = null;
let loading: Promise<Monaco> | null = null;
const listeners = new Set<() => void>();

/** Monaco, once it is there. The second call costs nothing. */
export function loadMonaco(): Promise<Monaco> {
  loading ??= import("./monaco.ts").then((module) => {
    loaded = module;
    for (const listener of listeners) listener();
    return module;
  });
  return loading;
}

/** Monaco, or null while it is not loaded; the component renders again when it is. */
export function useMonaco(): Monaco | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => loaded,
  );
}

/** Loads Monaco and makes the first editors when the window is idle, at the latest after two seconds. */
export function warmEditors(): void {
  requestIdleCallback(
    () => {
      void loadMonaco().then((monaco) => warmPool(monaco, 3));
    },
    { timeout: 2000 },
  );
}
