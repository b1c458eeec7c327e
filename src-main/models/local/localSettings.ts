// `local-models.json`: the settings of each model file, by its path.
import { z } from "zod";
import { localSettingsSchema } from "#shared/models/local/localSettings.ts";
import type { LocalSettings } from "#shared/models/local/local.ts";
import { ok, type Failure, type Outcome } from "#shared/outcome.ts";
import { readJson, writeJson } from "../../profile/jsonFile.ts";

/** Settings of each model file, by its path: a file of the profile, or none on the command line. */
export interface LocalSettingsStore {
  of(path: string): LocalSettings;
  set(path: string, settings: LocalSettings): Outcome<null, Failure>;
  readonly faults: Failure[];
}

/** An invalid entry does not affect the others. */
const fileSchema = z.record(z.string(), localSettingsSchema.catch({}));

export function openLocalModels(file: string): LocalSettingsStore {
  const { value, faults } = readJson(file, fileSchema, {});
  const settings = new Map(Object.entries(value));
  return {
    faults,
    of: (path) => settings.get(path) ?? {},
    set(path, next) {
      const changed = new Map(settings);
      if (Object.keys(next).length === 0) changed.delete(path);
      else changed.set(path, next);
      const saved = writeJson(file, Object.fromEntries(changed));
      if (!saved.ok) return saved;
      settings.clear();
      for (const [key, kept] of changed) settings.set(key, kept);
      return ok(null);
    },
  };
}
