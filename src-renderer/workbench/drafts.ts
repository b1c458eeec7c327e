// The arguments that the person is entering, kept a call while the window is open. They mean nothing
// until the call is run.
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import type { JsonObject } from "../../src-shared/json.ts";

/** `json` is the text of the JSON view while it does not parse; then nothing can be run. */
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
