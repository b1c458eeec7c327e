// The language of main's own texts: menu, tray, notifications, system dialogs.
import { app } from "electron";
import { pickLanguage } from "../../../src-shared/languages.ts";
import type { Language } from "../../../src-shared/languages.ts";
import type { Settings } from "../../../src-shared/settings/settings.ts";

/** A BCP 47 tag. */
export const systemLanguage = (): string => app.getPreferredSystemLanguages()[0] ?? app.getLocale();

/** The user's language, or the system's if it is supported. */
export function languageOf({ language }: Settings): Language {
  return pickLanguage(language, [systemLanguage()]);
}
