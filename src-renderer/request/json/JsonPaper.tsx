// Loads the JSON view when the window is idle or the view is first opened, since its schemas are large.
import { useEffect, useSyncExternalStore } from "react";
import { LoadingBars } from "#kit/layout/LoadingBars.tsx";
import type { JsonViewProps } from "./JsonView.tsx";

let room: typeof import("./JsonView.tsx") | null = null;
let coming: Promise<void> | null = null;
const listeners = new Set<() => void>();

async function bring(): Promise<void> {
  room = await import("./JsonView.tsx");
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Preloads the JSON view when the window is idle. */
export function useJsonSoon(): void {
  useEffect(() => {
    const idle = requestIdleCallback(() => {
      coming ??= bring();
    });
    return () => cancelIdleCallback(idle);
  }, []);
}

/** Not `React.lazy`, which shows its fallback even for a module that is already loaded. */
export function JsonPaper<D extends object>(props: JsonViewProps<D>) {
  useEffect(() => {
    coming ??= bring();
  }, []);
  const here = useSyncExternalStore(listen, () => room);
  return here === null ? <LoadingBars /> : <here.JsonView {...props} />;
}
