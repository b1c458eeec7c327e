// The JSON view, brought in when the window is idle or when it is first opened: the schemas that check it are large,
// and nothing else of a gate needs them.
import { useEffect, useSyncExternalStore } from "react";
import { LoadingBars } from "../../ui/layout/LoadingBars.tsx";
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

/** Brings it in once nothing else is to be done. */
export function useJsonSoon(): void {
  useEffect(() => {
    const idle = requestIdleCallback(() => {
      coming ??= bring();
    });
    return () => cancelIdleCallback(idle);
  }, []);
}

/** Not `React.lazy`: that shows a fallback even for a module that is already loaded. */
export function JsonPaper<D extends object>(props: JsonViewProps<D>) {
  useEffect(() => {
    coming ??= bring();
  }, []);
  const here = useSyncExternalStore(listen, () => room);
  return here === null ? <LoadingBars /> : <here.JsonView {...props} />;
}
