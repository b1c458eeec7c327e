// The actions available now, shared by buttons, keys and the command palette: each screen registers its actions while
// it is mounted.
import type { Keys } from "#shared/shortcuts.ts";
import { useEffect, useRef } from "react";
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";

export type ActionGroup = "go" | "request" | "waiting" | "app";

export interface Action {
  id: string;
  group: ActionGroup;
  /** In the current UI language. */
  label: string;
  /** A chord such as `Mod+Enter` or `J`; absent if the action has no shortcut. */
  keys?: Keys | undefined;
  /** Unavailable now: neither the key nor the palette runs it. */
  disabled?: boolean | undefined;
  /** Sends something out: the palette only focuses its button (`data-decides`, its id), which has the guard. */
  decides?: boolean | undefined;
  /** Also runs while text is being typed, though its chord has no modifier (Escape). */
  whileTyping?: boolean | undefined;
  /** Not listed in the palette (moving through a list). */
  hidden?: boolean | undefined;
  run: () => void;
}

/** The action that opens the next pending request. */
export const NEXT_PENDING = "next-pending";

interface Offers {
  /** Keyed by owner; on a key conflict, later owners win. */
  byOwner: ReadonlyMap<string, readonly Action[]>;
}

const offers = createStore<Offers>()(() => ({ byOwner: new Map() }));

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
    offers.setState(({ byOwner }) => {
      const next = new Map(byOwner);
      next.delete(owner);
      return { byOwner: next.set(owner, now) };
    });
  }, [owner, now]);
  useEffect(
    () => () =>
      offers.setState(({ byOwner }) => {
        const next = new Map(byOwner);
        next.delete(owner);
        return { byOwner: next };
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

const flat = (state: Offers): Action[] => [...state.byOwner.values()].flat();

/** Every action available now. */
export const currentActions = (): Action[] => flat(offers.getState());

/** `currentActions` for a component: re-renders on change. */
export function useAllActions(): Action[] {
  const byOwner = useStore(offers, (state) => state.byOwner);
  return [...byOwner.values()].flat();
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
  const unsubscribe = offers.subscribe(() => look() && stop());
  const stop = (): void => {
    unsubscribe();
    window.removeEventListener("keydown", stop, true);
    window.removeEventListener("pointerdown", stop, true);
  };
  window.addEventListener("keydown", stop, true);
  window.addEventListener("pointerdown", stop, true);
  wanted = stop;
}
