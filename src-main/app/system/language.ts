// The language of what main itself says: menu, tray, notifications, the system's dialogs.
import { app } from "electron";
import { pickLanguage } from "../../../src-shared/languages.ts";
import type { Language } from "../../../src-shared/languages.ts";
import type { Settings } from "../../../src-shared/settings/settings.ts";

/** A tag of BCP 47, as the user's system has it. */
export const systemLanguage = (): string => app.getPreferredSystemLanguages()[0] ?? app.getLocale();

/** The language that the user chose, or that of the system where it is one of ours. */
export function languageOf({ language }: Settings): Language {
  return pickLanguage(language, [systemLanguage()]);
}
