// Arguments being entered, per item, kept while the window is open.
import { drafts, useDrafts } from "#data/drafts.ts";
import type { ArgumentDraft } from "#shared/forms/argumentDraft.ts";

export const useArgumentDraft = (key: string): ArgumentDraft | undefined =>
  useDrafts((state) => state.arguments[key]);

export const setArgumentDraft = (key: string, draft: ArgumentDraft): void =>
  drafts.setState((state) => ({ arguments: { ...state.arguments, [key]: draft } }));
