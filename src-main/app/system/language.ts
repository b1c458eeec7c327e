// The language of main's own texts: menu, tray, notifications, system dialogs.
import { app } from "electron";
import { pickLanguage } from "#shared/languages.ts";
import type { Language } from "#shared/languages.ts";
import type { Settings } from "#shared/settings/settings.ts";

/** A BCP 47 tag. */
export const systemLanguage = (): string => app.getPreferredSystemLanguages()[0] ?? app.getLocale();

/** The user's language, or the system's if it is supported. */
export function languageOf({ language }: Settings): Language {
  return pickLanguage(language, [systemLanguage()]);
}
