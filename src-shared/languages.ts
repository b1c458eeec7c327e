// The languages of the app. One more is an entry here and its catalogues, src-renderer/i18n and src-main/app/words;
// the types name every place and every text that is missing.

interface LanguageEntry {
  /** In the language itself, as settings offer it. */
  name: string;
  /** BCP 47, for `lang` and for numbers, times and lists. */
  tag: string;
  direction: "ltr" | "rtl";
}

/** By the primary tag that systems ask for. */
export const LANGUAGES = {
  en: { name: "English", tag: "en", direction: "ltr" },
  /** So that CJK glyphs are the simplified ones. */
  zh: { name: "简体中文", tag: "zh-Hans", direction: "ltr" },
} as const satisfies Record<string, LanguageEntry>;

export type Language = keyof typeof LANGUAGES;
export const LANGUAGE_CODES = Object.keys(LANGUAGES) as [Language, ...Language[]];
const isLanguage = (code: string): code is Language => Object.hasOwn(LANGUAGES, code);

/**
 * The language to show.
 * @param chosen what the settings say
 * @param preferred the system's languages, best first (BCP 47)
 */
export function pickLanguage(chosen: "system" | Language, preferred: readonly string[]): Language {
  if (chosen !== "system") return chosen;
  return preferred.map((tag) => tag.toLowerCase().split("-")[0] ?? "").find(isLanguage) ?? "en";
}
