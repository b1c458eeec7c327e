// Every setting that the palette can open. Its id is the key of its label.
import { FINDING_GROUPS } from "#shared/findings/groups.ts";
import { findingKinds } from "#shared/findings/kinds.ts";
import { ALL_LIMIT_NAMES } from "#shared/rules/limits/limits.ts";
import { BUDGET_UNITS } from "#shared/rules/limits/windows.ts";

export const SETTING_IDS = {
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
    "updates.label",
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
} as const;

export type SettingId = (typeof SETTING_IDS)[keyof typeof SETTING_IDS][number];
