// Arguments being entered, per item, kept while the window is open.
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import type { JsonObject } from "../../src-shared/json.ts";

/** `json`: the text of the JSON view while it is edited; if it is not an object, the call is disabled. */
export interface ArgumentDraft {
  args: JsonObject;
  json: string | null;
}

interface Drafts {
  byItem: Record<string, ArgumentDraft>;
}

const drafts = createStore<Drafts>()(() => ({ byItem: {} }));

export function useArgumentDraft(key: string): ArgumentDraft | undefined {
  return useStore(drafts, (state) => state.byItem[key]);
}

export const setArgumentDraft = (key: string, draft: ArgumentDraft): void =>
  drafts.setState((state) => ({ byItem: { ...state.byItem, [key]: draft } }));
