// What follows a decision that ends a request: which request was decided, and which rows stay in place meanwhile.
import { useView, view } from "../view.ts";
import type { Advance } from "../view.ts";

const nothing = view.getInitialState().advance;
const update = (change: (before: Advance) => Partial<Advance>): void =>
  view.setState(({ advance }) => ({ advance: { ...advance, ...change(advance) } }));

export const useAdvancingFrom = (): string | null => useView(({ advance }) => advance.from);
export const usePinnedRows = (): ReadonlySet<string> => useView(({ advance }) => advance.stay);

/** Called after the user replied to a request or rejected it. */
export const markDecided = (id: string): void =>
  update(({ stay, isPointerOver }) => ({
    from: id,
    stay: new Set(isPointerOver ? [...stay, id] : [id]),
  }));

/** Called when the next request has opened or the user has moved elsewhere. */
export const endAdvance = (): void => update(() => ({ from: null }));

export const setPointerOverList = (isPointerOver: boolean): void =>
  update(() => (isPointerOver ? { isPointerOver } : { isPointerOver, stay: nothing.stay }));

/** Lets ended rows move, unless the pointer is over the list; called when the list changes anyway. */
export const releasePinnedRows = (): void =>
  update(({ isPointerOver, stay }) => ({ stay: isPointerOver ? stay : nothing.stay }));

/** Resets everything. */
export const resetAdvance = (): void => view.setState({ advance: nothing });
