// `settings.json`: what the user set, and where the master switch stood. A broken value falls back by
// itself, said on screen; the others stay.
import { z } from "zod";
import { defaultSettings } from "../../../src-shared/settings/defaults.ts";
import { masterSwitchSchema, settingsSchema } from "../../../src-shared/settings/settings.ts";
import type { MasterSwitch, Settings } from "../../../src-shared/settings/settings.ts";
import type { Failure } from "../../../src-shared/outcome.ts";
import type { SettingsStore } from "../../services/ports.ts";
import { readJson, writeJson } from "./jsonFile.ts";

interface SettingsFile {
  masterSwitch: MasterSwitch;
  [member: string]: unknown;
}

/** A switch that cannot be read stands at Stopped. */
const fileSchema: z.ZodType<{ masterSwitch: MasterSwitch; [member: string]: unknown }> =
  z.looseObject({ masterSwitch: masterSwitchSchema.default("review").catch("stopped") });

/** Each member on its own: one wrong value does not cost the others. */
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

/** `otherwise` holds where the file says nothing, or cannot be read. */
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
