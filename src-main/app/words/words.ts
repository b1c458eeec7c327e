// Main's own texts, by language.
import { LANGUAGE_CODES } from "#shared/languages.ts";
import type { Language } from "#shared/languages.ts";
import { en } from "./en.ts";
import type { Words } from "./en.ts";
import { zh } from "./zh.ts";

export const WORDS: Readonly<Record<Language, Words>> = { en, zh };

/** A text in every language, for readers whose language is unknown. */
export const inEachLanguage = (
  textOf: (words: Words) => string,
): { language: Language; text: string }[] =>
  LANGUAGE_CODES.map((language) => ({ language, text: textOf(WORDS[language]) }));
