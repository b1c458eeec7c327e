// Every setting the palette can find, by label, with its page.
import { FINDING_GROUPS } from "#shared/inspect/groups.ts";
import { findingKinds } from "#shared/inspect/kinds.ts";
import { LANGUAGE_CODES } from "#shared/languages.ts";
import { ALL_LIMIT_NAMES } from "#shared/policy/limits/limits.ts";
import { BUDGET_UNITS } from "#shared/policy/limits/windows.ts";
import { wordsOf } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { openSettings } from "#data/view.ts";
import type { SettingsPage } from "#data/view.ts";
import type { Command } from "./search.ts";

const LABELS = {
  general: [
    "settings.language.label",
    "settings.theme.label",
    "settings.zoom.label",
    "common.notifications",
    "settings.advance.label",
    "settings.background.label",
    "candidates.atOnce.label",
    "retention.label",
    "settings.keys.label",
    "settings.encryption.label",
    "settings.data.label",
    "common.secrets",
    "settings.version",
  ],
  limits: [
    ...ALL_LIMIT_NAMES.map((name) => `limits.of.${name}.name` as const),
    ...BUDGET_UNITS.map((unit) => `limits.budget.${unit}` as const),
  ],
  models: ["cost.totals.title", "common.models", "settings.local.title"],
  network: ["network.proxy", "network.login", "network.routes", "common.certificates"],
  findings: [
    ...FINDING_GROUPS.map((group) => `findings.group.${group}` as const),
    ...findingKinds.map((kind) => `findings.kind.${kind}.title` as const),
  ],
  fixtures: ["common.folder", "fixtures.servers"],
} as const satisfies Partial<Record<SettingsPage, readonly string[]>>;

type Page = keyof typeof LABELS;
export const SETTINGS_PAGES = Object.keys(LABELS) as Page[];

/** The labels of one page, in the language of `t`. */
export const settingsOn = (t: T, page: Page): string[] => LABELS[page].map((label) => t(label));

export function settingCommands(t: T): Command[] {
  const languages = LANGUAGE_CODES.map(wordsOf);
  return SETTINGS_PAGES.flatMap((page) =>
    LABELS[page].map((label): Command => {
      const name = t(label);
      return {
        id: `setting-${label}`,
        group: "settings",
        label: `${t(`settings.page.${page}`)}: ${name}`,
        keywords: languages
          .map((words) => `${words(`settings.page.${page}`)} ${words(label)}`)
          .join(" "),
        run: () => openSettings(page, name),
      };
    }),
  );
}
