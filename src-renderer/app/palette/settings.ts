// Every setting the palette can find, by label, with its page.
import { LANGUAGE_CODES } from "#shared/languages.ts";
import { wordsOf } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { SETTING_IDS } from "#data/settingIds.ts";
import { openSettings } from "#data/view.ts";
import type { Command } from "./search.ts";

type Page = keyof typeof SETTING_IDS;
export const SETTINGS_PAGES = Object.keys(SETTING_IDS) as Page[];

/** The labels of one page, in the language of `t`. */
export const settingsOn = (t: T, page: Page): string[] => SETTING_IDS[page].map((id) => t(id));

export function settingCommands(t: T): Command[] {
  const languages = LANGUAGE_CODES.map(wordsOf);
  return SETTINGS_PAGES.flatMap((page) =>
    SETTING_IDS[page].map((id): Command => ({
      id: `setting-${id}`,
      group: "settings",
      label: `${t(`settings.page.${page}`)}: ${t(id)}`,
      keywords: languages
        .map((words) => `${words(`settings.page.${page}`)} ${words(id)}`)
        .join(" "),
      run: () => openSettings(page, id),
    })),
  );
}
