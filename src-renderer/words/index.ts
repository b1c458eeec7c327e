// The one door to the words: start the catalogue, switch its language, read it in a component.
import i18next from "i18next";
import type { TFunction } from "i18next";
import { useSyncExternalStore } from "react";
import { LANGUAGE_CODES, LANGUAGES, pickLanguage } from "#shared/languages.ts";
import type { Language } from "#shared/languages.ts";
import { CATALOGUES } from "./catalogues.ts";

export type T = TFunction;

const i18n = i18next.createInstance();
i18n.on("languageChanged", (language) => {
  if (typeof document === "undefined") return;
  const { tag, direction } = LANGUAGES[language as Language];
  document.documentElement.lang = tag;
  document.documentElement.dir = direction;
});
void i18n.init({
  lng: pickLanguage("system", typeof navigator === "undefined" ? [] : navigator.languages),
  fallbackLng: "en",
  supportedLngs: LANGUAGE_CODES,
  resources: Object.fromEntries(
    LANGUAGE_CODES.map((code) => [code, { translation: CATALOGUES[code] }]),
  ),
  interpolation: { escapeValue: false }, // React escapes; nothing here becomes markup
  initAsync: false,
});

// i18next's own formatter makes a new `Intl.NumberFormat` for every set of parameters that it has not seen.
const numberFormats = new Map<string, Intl.NumberFormat>();
i18n.services.formatter?.add("number", (value: number, language) => {
  const tag = language ?? "en";
  let format = numberFormats.get(tag);
  if (format === undefined) numberFormats.set(tag, (format = new Intl.NumberFormat(tag)));
  return format.format(value);
});

/** Switches every string in the window at once. */
export function setLanguage(chosen: "system" | Language): void {
  const next = pickLanguage(chosen, navigator.languages);
  if (i18n.language !== next) void i18n.changeLanguage(next);
}

/** Longest parameter (characters) of words that are kept: longer ones are a server's own text. */
const KEPT_MAX = 40;
/** So many are kept at most; the catalogue has fewer keys, but counts and names make more of one. */
const KEPT = 5000;

/**
 * The words of one language, each looked up once: looking up costs some 40 µs, and a request on screen has hundreds.
 * Another language is another function, so that what was made with it is made anew.
 */
export function wordsOf(language: string): T {
  const fixed = i18n.getFixedT(language);
  const kept = new Map<string, string>();
  const words = (key: string, options?: Readonly<Record<string, unknown>>): string => {
    const name = nameOf(key, options);
    const known = name === null ? undefined : kept.get(name);
    if (known !== undefined) return known;
    const found = String(fixed(key as never, options as never));
    if (name === null) return found;
    if (kept.size >= KEPT) kept.clear();
    kept.set(name, found);
    return found;
  };
  // i18next brands its own functions; keys and parameters are checked against the catalogue by `T`.
  return words as unknown as T;
}

/** Key and parameters as one word; null where they are not kept. */
function nameOf(key: string, options?: Readonly<Record<string, unknown>>): string | null {
  let name = key;
  for (const option in options) {
    const value = options[option];
    const short =
      typeof value === "number" || (typeof value === "string" && value.length <= KEPT_MAX);
    if (!short) return null;
    // Quoted: no value can pass for another parameter.
    name += ` ${option}=${JSON.stringify(value)}`;
  }
  return name;
}

let words: T | null = null;
i18n.on("languageChanged", (language) => {
  words = wordsOf(language);
});

const current = (): T => (words ??= wordsOf(i18n.language));
function follow(changed: () => void): () => void {
  i18n.on("languageChanged", changed);
  return () => i18n.off("languageChanged", changed);
}

/** The words, re-rendering on a change of language. */
export function useT(): T {
  return useSyncExternalStore(follow, current);
}

/** The words outside of a component (window title, announcements). */
export const t: T = i18n.t.bind(i18n) as T;

/** The language in use. */
export const shownLanguage = (): Language => i18n.language as Language;

/** The same as BCP 47, for `Intl`. */
export function currentLanguage(): string {
  return LANGUAGES[shownLanguage()].tag;
}
