// Arguments being entered, per item, kept while the window is open.
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import type { ArgumentDraft } from "#forms/schema/values.ts";

interface Drafts {
  byItem: Record<string, ArgumentDraft>;
}

const drafts = createStore<Drafts>()(() => ({ byItem: {} }));

export function useArgumentDraft(key: string): ArgumentDraft | undefined {
  return useStore(drafts, (state) => state.byItem[key]);
}

export const setArgumentDraft = (key: string, draft: ArgumentDraft): void =>
  drafts.setState((state) => ({ byItem: { ...state.byItem, [key]: draft } }));
