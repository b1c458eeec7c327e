// The actions available now, shared by buttons, keys and the command palette: each screen registers its actions while
// it is mounted.
import { useEffect, useRef } from "react";
import { useView, view } from "./view.ts";
import type { Action, View } from "./view.ts";

/** The action that opens the next pending request. */
export const NEXT_PENDING = "next-pending";

/**
 * Registers `actions` under the name `owner` while the component is mounted. They are data, made anew with each render:
 * running one runs its latest version, and only a change that can be seen is told.
 */
export function useActions(owner: string, actions: readonly Action[]): void {
  const latest = useRef(actions);
  latest.current = actions;
  const offered = useRef<readonly Action[]>([]);
  if (!isSameOffer(offered.current, actions)) {
    offered.current = actions.map((action) => ({
      ...action,
      run: () => latest.current.find(({ id }) => id === action.id)?.run(),
    }));
  }
  const now = offered.current;
  useEffect(() => {
    view.setState(({ actions: before }) => {
      const next = new Map(before);
      next.delete(owner);
      return { actions: next.set(owner, now) };
    });
  }, [owner, now]);
  useEffect(
    () => () =>
      view.setState(({ actions: before }) => {
        const next = new Map(before);
        next.delete(owner);
        return { actions: next };
      }),
    [owner],
  );
}

/** The same but for what they run. */
function isSameOffer(some: readonly Action[], others: readonly Action[]): boolean {
  return (
    some.length === others.length &&
    some.every((one, at) => {
      const other = others[at];
      return (
        other !== undefined &&
        one.id === other.id &&
        one.group === other.group &&
        one.label === other.label &&
        one.keys === other.keys &&
        one.disabled === other.disabled &&
        one.decides === other.decides &&
        one.whileTyping === other.whileTyping &&
        one.hidden === other.hidden
      );
    })
  );
}

/** `useActions` as a component, for parts that cannot use the window's state. */
export function RegisterActions({
  owner,
  actions,
}: {
  owner: string;
  actions: readonly Action[];
}): null {
  useActions(owner, actions);
  return null;
}

const flat = (actions: View["actions"]): Action[] => [...actions.values()].flat();

/** Every action available now. */
export const currentActions = (): Action[] => flat(view.getState().actions);

/** `currentActions` for a component: re-renders on change. */
export function useAllActions(): Action[] {
  return flat(useView(({ actions }) => actions));
}

let wanted = (): void => undefined;

/**
 * Runs an action once its room has registered it. Cancelled when the user leaves the room, requests another action,
 * presses another key or clicks, as the action would come as a surprise then.
 */
export function runWhenAvailable(id: string, isThere: () => boolean): void {
  wanted();
  const look = (): boolean => {
    if (!isThere()) return true;
    const action = currentActions().find((one) => one.id === id);
    if (action === undefined || action.disabled === true) return false;
    action.run();
    return true;
  };
  if (look()) return;
  const unsubscribe = view.subscribe((now, before) => {
    if (now.actions !== before.actions && look()) stop();
  });
  const stop = (): void => {
    unsubscribe();
    window.removeEventListener("keydown", stop, true);
    window.removeEventListener("pointerdown", stop, true);
  };
  window.addEventListener("keydown", stop, true);
  window.addEventListener("pointerdown", stop, true);
  wanted = stop;
}
