// The languages of the app. To add one, add an entry here and its catalogues in src-renderer/words and
// src-main/app/words; the type checker finds everything that is missing.

interface LanguageEntry {
  /** In the language itself, as settings show it. */
  name: string;
  /** BCP 47 tag for the `lang` attribute and for formatting. */
  tag: string;
  direction: "ltr" | "rtl";
}

/** By primary language subtag. */
export const LANGUAGES = {
  en: { name: "English", tag: "en", direction: "ltr" },
  /** The script subtag selects simplified glyphs. */
  zh: { name: "简体中文", tag: "zh-Hans", direction: "ltr" },
} as const satisfies Record<string, LanguageEntry>;

export type Language = keyof typeof LANGUAGES;
export const LANGUAGE_CODES = Object.keys(LANGUAGES) as [Language, ...Language[]];
const isLanguage = (code: string): code is Language => Object.hasOwn(LANGUAGES, code);

/**
 * The language to show.
 * @param chosen the setting
 * @param preferred the system's languages (BCP 47), best first
 */
export function pickLanguage(chosen: "system" | Language, preferred: readonly string[]): Language {
  if (chosen !== "system") return chosen;
  return preferred.map((tag) => tag.toLowerCase().split("-")[0] ?? "").find(isLanguage) ?? "en";
}
