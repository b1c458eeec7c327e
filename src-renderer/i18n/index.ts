// The one door to the words: start the catalogue, switch its language, read it in a component.
import i18next from "i18next";
import type { TFunction } from "i18next";
import { initReactI18next, useTranslation } from "react-i18next";
import { en } from "./en.ts";
import { zh } from "./zh.ts";

/** The languages that are complete. `system` picks one of them by the system's preference. */
export const languages = ["en", "zh"] as const;
export type Language = (typeof languages)[number];
export type T = TFunction;

const i18n = i18next.createInstance();
i18n.on("languageChanged", (language) => {
  if (typeof document !== "undefined") document.documentElement.lang = htmlLanguage(language);
});
void i18n.use(initReactI18next).init({
  lng: pickLanguage("system", typeof navigator === "undefined" ? [] : navigator.languages),
  fallbackLng: "en",
  supportedLngs: languages,
  resources: { en: { translation: en }, zh: { translation: zh } },
  interpolation: { escapeValue: false }, // React escapes; nothing here becomes markup
  initAsync: false,
});

/** BCP 47 tag for `lang`, so that CJK glyphs are the simplified ones. */
function htmlLanguage(language: string): string {
  return language.startsWith("zh") ? "zh-Hans" : "en";
}

/**
 * The language to show.
 * @param chosen what the settings say
 * @param preferred the system's languages, best first (BCP 47)
 */
export function pickLanguage(chosen: "system" | Language, preferred: readonly string[]): Language {
  if (chosen !== "system") return chosen;
  for (const tag of preferred) {
    const base = tag.toLowerCase().split("-")[0];
    if (base === "zh") return "zh";
    if (base === "en") return "en";
  }
  return "en";
}

/** Switches every string in the window at once. */
export function setLanguage(chosen: "system" | Language): void {
  const next = pickLanguage(chosen, navigator.languages);
  if (i18n.language !== next) void i18n.changeLanguage(next);
}

/** The words, re-rendering on a change of language. */
export function useT(): T {
  return useTranslation(undefined, { i18n }).t;
}

/** The words outside of a component (window title, announcements). */
export const t: T = i18n.t.bind(i18n) as T;

/** The language in use, as BCP 47, for `Intl`. */
export function currentLanguage(): string {
  return i18n.language === "zh" ? "zh-Hans" : "en";
}
