// What comes after a decision that ends a request: which one was decided, and which rows stay where they are for it.
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";

interface Decided {
  /** Ended by the person a moment ago: the next pending request is to be opened in its place. */
  from: string | null;
  /** Rows that stay where they are, though their requests have ended. */
  stay: ReadonlySet<string>;
  /** The pointer is over the list: nothing may move under it. */
  isOver: boolean;
}

const nothing: Decided = { from: null, stay: new Set(), isOver: false };
const store = createStore<Decided>()(() => nothing);

export const useAdvancing = (): string | null => useStore(store, ({ from }) => from);
export const useStaying = (): ReadonlySet<string> => useStore(store, ({ stay }) => stay);

/** The person replied to it, or rejected it. */
export const noteDecided = (id: string): void =>
  store.setState(({ stay, isOver }) => ({
    from: id,
    stay: new Set(isOver ? [...stay, id] : [id]),
  }));

/** The next one was opened, or the person went on by themselves. */
export const endAdvance = (): void => store.setState({ from: null });

export const overList = (isOver: boolean): void =>
  store.setState(isOver ? { isOver } : { isOver, stay: nothing.stay });

/** The list has changed anyway. */
export const listChanged = (): void =>
  store.setState(({ isOver, stay }) => ({ stay: isOver ? stay : nothing.stay }));

/** Nothing was decided yet in this list. */
export const resetAdvance = (): void => store.setState(nothing);
