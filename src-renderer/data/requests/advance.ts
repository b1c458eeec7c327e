// What follows a decision that ends a request: which request was decided, and which rows stay in place meanwhile.
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";

interface Decided {
  /** Ended by the user a moment ago: the next pending request opens in its place. */
  from: string | null;
  /** Ended requests whose rows stay in place for now. */
  stay: ReadonlySet<string>;
  /** The pointer is over the list: rows must not move. */
  isOver: boolean;
}

const nothing: Decided = { from: null, stay: new Set(), isOver: false };
const store = createStore<Decided>()(() => nothing);

export const useAdvancingFrom = (): string | null => useStore(store, ({ from }) => from);
export const usePinnedRows = (): ReadonlySet<string> => useStore(store, ({ stay }) => stay);

/** Called after the user replied to a request or rejected it. */
export const markDecided = (id: string): void =>
  store.setState(({ stay, isOver }) => ({
    from: id,
    stay: new Set(isOver ? [...stay, id] : [id]),
  }));

/** Called when the next request has opened or the user has moved elsewhere. */
export const endAdvance = (): void => store.setState({ from: null });

export const setPointerOverList = (isOver: boolean): void =>
  store.setState(isOver ? { isOver } : { isOver, stay: nothing.stay });

/** Lets ended rows move, unless the pointer is over the list; called when the list changes anyway. */
export const releasePinnedRows = (): void =>
  store.setState(({ isOver, stay }) => ({ stay: isOver ? stay : nothing.stay }));

/** Resets everything. */
export const resetAdvance = (): void => store.setState(nothing);
