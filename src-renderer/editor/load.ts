// Brings Monaco in when it is first needed, or when the window has nothing else to do.
import type { Language } from "../../src-shared/languages.ts";
import { shownLanguage } from "../i18n/index.ts";
import { useSyncExternalStore } from "react";
import { warmPool } from "./pool.ts";
import type { Monaco } from "./pool.ts";

let loaded: Monaco | null = null;
let loading: Promise<Monaco> | null = null;
const listeners = new Set<() => void>();

/** The editor's own words; null: it has them by itself. */
const WORDS: Readonly<Record<Language, (() => Promise<unknown>) | null>> = {
  en: null,
  zh: () => import("monaco-editor/nls/lang/zh-cn"),
};

/** Monaco, once it is there. The second call costs nothing. */
export function loadMonaco(): Promise<Monaco> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Monaco> {
  // The editor's own words (find, menu) are fixed when it is loaded: in the language of that moment.
  await WORDS[shownLanguage()]?.();
  const module = await import("./monaco.ts");
  // What is drawn with it is drawn in another task than the one that has just evaluated all of it.
  await new Promise((resolve) => setTimeout(resolve, 0));
  loaded = module;
  for (const listener of listeners) listener();
  return module;
}

/** Monaco, or null while it is not loaded; the component renders again when it is. */
export function useMonaco(): Monaco | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => loaded,
  );
}

/** Editors that are made ahead of need. */
const WARM = 3;
let isWarm = false;

/** Loads Monaco and makes the first editors when the window is idle; once. */
export function warmEditors(): void {
  if (isWarm) return;
  isWarm = true;
  requestIdleCallback(() => void loadMonaco().then((monaco) => warmPool(monaco, WARM)));
}
