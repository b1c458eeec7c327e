// `settings.json`: the user's settings and the mode. An invalid value is replaced by its default and reported; the
// others are kept.
import { z } from "zod";
import { defaultSettings } from "#shared/settings/defaults.ts";
import { masterSwitchSchema, settingsSchema } from "#shared/settings/settings.ts";
import type { MasterSwitch, Settings } from "#shared/settings/settings.ts";
import type { Failure } from "#shared/outcome.ts";
import type { SettingsStore } from "../servicePorts.ts";
import { readJson, writeJson } from "./jsonFile.ts";

interface SettingsFile {
  masterSwitch: MasterSwitch;
  [field: string]: unknown;
}

/** An invalid mode is read as Stopped. */
const fileSchema: z.ZodType<{ masterSwitch: MasterSwitch; [field: string]: unknown }> =
  z.looseObject({ masterSwitch: masterSwitchSchema.default("review").catch("stopped") });

/** Each field by itself: an invalid value does not affect the others. */
function readSettings(
  given: Record<string, unknown>,
  file: string,
  otherwise: Settings,
): { settings: Settings; faults: Failure[] } {
  const faults: Failure[] = [];
  const settings: Record<string, unknown> = { ...otherwise };
  for (const [name, schema] of Object.entries(settingsSchema.shape)) {
    if (given[name] === undefined) continue;
    const parsed = schema.safeParse(given[name]);
    if (parsed.success) settings[name] = parsed.data;
    else faults.push({ kind: "setting-unusable", file, name });
  }
  return { settings: settingsSchema.parse(settings), faults };
}

/** `otherwise` has the defaults, for fields that are missing or invalid. */
export function openSettings(file: string, otherwise: Settings = defaultSettings): SettingsStore {
  return {
    load() {
      const { value, faults } = readJson<SettingsFile>(file, fileSchema, {
        masterSwitch: "review",
      });
      const read = readSettings(value, file, otherwise);
      return {
        settings: read.settings,
        masterSwitch: value.masterSwitch,
        faults: [...faults, ...read.faults],
      };
    },
    save: (settings, masterSwitch) => writeJson(file, { ...settings, masterSwitch }),
  };
}
