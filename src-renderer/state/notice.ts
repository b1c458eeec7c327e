// What was just done, in one line over the room, with the way back or on where there is one. One at a time.
import type { ReactNode } from "react";
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import type { Keys } from "../../src-shared/shortcuts.ts";

export interface Notice {
  /** In place of the check mark. */
  icon?: ReactNode;
  says: ReactNode;
  action?: { label: string; keys?: Keys; run: () => void } | undefined;
  /** It went away and its action was not used: what could be undone until now is done. */
  onGone?: () => void;
}

const store = createStore<{ notice: Notice | null }>()(() => ({ notice: null }));
export const useNotice = (): Notice | null => useStore(store, ({ notice }) => notice);

/** Shows it in the place of the one before. */
export function notify(notice: Notice): void {
  closeNotice();
  store.setState({ notice });
}

export function closeNotice(): void {
  const { notice } = store.getState();
  store.setState({ notice: null });
  notice?.onGone?.();
}

/** Runs its action, once. */
export function actOnNotice(): void {
  const { notice } = store.getState();
  store.setState({ notice: null });
  notice?.action?.run();
}
