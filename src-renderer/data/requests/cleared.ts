// Ended requests cleared from the list: hidden at once, and dismissed once Undo has expired.
import type { ReactNode } from "react";
import { KEYS } from "#shared/shortcuts.ts";
import { invoke } from "../bridge/desk.ts";
import { notify } from "../notice.ts";
import { useView, view } from "../view.ts";

export const useCleared = (): ReadonlySet<string> => useView(({ cleared }) => cleared);

/** @param words the text of the notice and of its button */
export function clearEnded(ids: readonly string[], words: { says: ReactNode; undo: string }): void {
  view.setState(({ cleared }) => ({ cleared: new Set([...cleared, ...ids]) }));
  notify({
    says: words.says,
    keysIn: "inbox",
    action: { label: words.undo, keys: KEYS.bringBack, run: () => bringBack(ids) },
    onExpire: () => void dismiss(ids),
  });
}

function bringBack(ids: readonly string[]): void {
  const back = new Set(ids);
  view.setState(({ cleared }) => ({
    cleared: new Set([...cleared].filter((id) => !back.has(id))),
  }));
}

/** Shows the requests again that could not be dismissed. */
async function dismiss(ids: readonly string[]): Promise<void> {
  const results = await Promise.all(ids.map((id) => invoke("desk.dismiss", id)));
  bringBack(ids.filter((_, at) => results[at]?.ok === false));
}
