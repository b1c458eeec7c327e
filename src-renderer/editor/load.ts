// Loads Monaco when it is first needed or when the window is idle.
import type { Language } from "#shared/languages.ts";
import { shownLanguage } from "#words/index.ts";
import { useSyncExternalStore } from "react";
import { warmPool } from "./pool.ts";
import type { Monaco } from "./pool.ts";

let loaded: Monaco | null = null;
let loading: Promise<Monaco> | null = null;
const listeners = new Set<() => void>();

/** The editor's translations; null: built in. */
const WORDS: Readonly<Record<Language, (() => Promise<unknown>) | null>> = {
  en: null,
  zh: () => import("monaco-editor/nls/lang/zh-cn"),
};

/** Loads Monaco once; later calls are free. */
export function loadMonaco(): Promise<Monaco> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Monaco> {
  // The editor's texts (find, menu) are fixed when it is loaded, in the language of that moment.
  await WORDS[shownLanguage()]?.();
  const module = await import("./monaco.ts");
  // Lets the task that evaluated Monaco end before anything renders with it.
  await new Promise((resolve) => setTimeout(resolve, 0));
  loaded = module;
  for (const listener of listeners) listener();
  return module;
}

/** Monaco, or null until it is loaded; the component then rerenders. */
export function useMonaco(): Monaco | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => loaded,
  );
}

/** Editors created in advance. */
const WARM = 3;
let isWarm = false;

/** Loads Monaco and creates the first editors when the window is idle; once. */
export function warmEditors(): void {
  if (isWarm) return;
  isWarm = true;
  requestIdleCallback(() => void loadMonaco().then((monaco) => warmPool(monaco, WARM)));
}
