// A one-line notice of what was just done, with Undo or a next step where there is one. Only one is shown at a time.
import type { ReactNode } from "react";
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import type { Keys } from "#shared/shortcuts.ts";
import type { Screen } from "./view.ts";

export interface Notice {
  /** Replaces the check mark. */
  icon?: ReactNode;
  says: ReactNode;
  action?: { label: string; keys?: Keys | undefined; run: () => void } | undefined;
  /** The only room where the keys of its action work: elsewhere they mean something else. */
  keysIn?: Screen;
  /** It closed without its action: what could be undone until now is final. */
  onExpire?: () => void;
}

const store = createStore<{ notice: Notice | null }>()(() => ({ notice: null }));
export const useNotice = (): Notice | null => useStore(store, ({ notice }) => notice);

/** Shows a notice, replacing the current one. */
export function notify(notice: Notice): void {
  closeNotice();
  store.setState({ notice });
}

export function closeNotice(): void {
  const { notice } = store.getState();
  store.setState({ notice: null });
  notice?.onExpire?.();
}

/** Runs the notice's action, once. */
export function actOnNotice(): void {
  const { notice } = store.getState();
  store.setState({ notice: null });
  notice?.action?.run();
}
