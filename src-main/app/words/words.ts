// What main itself says, by language.
import type { Language } from "../../../src-shared/languages.ts";
import { en } from "./en.ts";
import type { Words } from "./en.ts";
import { zh } from "./zh.ts";

export const WORDS: Readonly<Record<Language, Words>> = { en, zh };
