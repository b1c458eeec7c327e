// The catalogue of each language: every key of the English one, or it does not compile.
import type { Language } from "#shared/languages.ts";
import { en } from "./en.ts";
import type { Translation } from "./translation.ts";
import { zh } from "./zh.ts";

export const CATALOGUES: Readonly<Record<Language, Translation<typeof en>>> = { en, zh };
