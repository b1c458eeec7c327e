// A one-line notice of what was just done. Only one is shown at a time.
import { useView, view } from "./view.ts";
import type { Notice } from "./view.ts";

export const useNotice = (): Notice | null => useView(({ notice }) => notice);

/** Shows a notice, replacing the current one. */
export function notify(notice: Notice): void {
  closeNotice();
  view.setState({ notice });
}

export function closeNotice(): void {
  const { notice } = view.getState();
  view.setState({ notice: null });
  notice?.onExpire?.();
}

/** Runs the notice's action, once. */
export function actOnNotice(): void {
  const { notice } = view.getState();
  view.setState({ notice: null });
  notice?.action?.run();
}
