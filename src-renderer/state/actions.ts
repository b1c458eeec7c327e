// What can be done now, once for button, key and palette: each screen offers its actions while it is
// there; keys and palette read the list.
import type { Keys } from "../../src-shared/shortcuts.ts";
import { useEffect } from "react";
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";

export type ActionGroup = "go" | "request" | "waiting" | "app";

export interface Action {
  id: string;
  group: ActionGroup;
  /** In the language in use. */
  label: string;
  /** A chord such as `Mod+Enter` or `J`; absent when there is none. */
  keys?: Keys | undefined;
  /** Off now: neither key nor palette runs it. */
  disabled?: boolean | undefined;
  /** Lets something leave: the palette only goes to its button (`data-decides`), which has the guard. */
  decides?: boolean | undefined;
  /** Works while text is being typed, though its chord has no modifier (Escape). */
  whileTyping?: boolean | undefined;
  /** Not listed in the palette (moving through a list). */
  hidden?: boolean | undefined;
  run: () => void;
}

/** The action that opens the next pending request. */
export const NEXT_PENDING = "next-pending";

interface Offers {
  /** By the one who offers; later ones win where keys collide. */
  byOwner: ReadonlyMap<string, readonly Action[]>;
}

const offers = createStore<Offers>()(() => ({ byOwner: new Map() }));

/** Offers `actions` under the name `owner` while the component is mounted. */
export function useActions(owner: string, actions: readonly Action[]): void {
  useEffect(() => {
    offers.setState(({ byOwner }) => {
      const next = new Map(byOwner);
      next.delete(owner);
      return { byOwner: next.set(owner, actions) };
    });
  }, [owner, actions]);
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

/** The same as a component, for parts that know nothing of the window's state. */
export function Offered({ owner, actions }: { owner: string; actions: readonly Action[] }): null {
  useActions(owner, actions);
  return null;
}

const flat = (state: Offers): Action[] => [...state.byOwner.values()].flat();

/** Every action on offer now. */
export const actionsNow = (): Action[] => flat(offers.getState());

/** The same for a component that shows them. */
export function useAllActions(): Action[] {
  const byOwner = useStore(offers, (state) => state.byOwner);
  return [...byOwner.values()].flat();
}

let wanted = (): void => undefined;

/** Runs an action once its room offers it; a room that was left meanwhile, or another wish, takes that back. */
export function runWhenOffered(id: string, isThere: () => boolean): void {
  wanted();
  const look = (): boolean => {
    if (!isThere()) return true;
    const action = actionsNow().find((one) => one.id === id);
    if (action === undefined || action.disabled === true) return false;
    action.run();
    return true;
  };
  if (look()) return;
  const stop = offers.subscribe(() => look() && stop());
  wanted = stop;
}
