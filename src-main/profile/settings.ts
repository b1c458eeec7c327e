// The user's settings and the mode, and their file `settings.json`, with notifications of changes. An invalid value is replaced by its default and reported; the
// others are kept.
import { z } from "zod";
import { defaultSettings } from "#shared/settings/defaults.ts";
import { masterSwitchSchema, settingsSchema } from "#shared/settings/settings.ts";
import type { MasterSwitch, Settings, SettingsPatch } from "#shared/settings/settings.ts";
import { ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { readJson, writeJson } from "./jsonFile.ts";

/** A file, or what a command line says. */
export interface SettingsStore {
  load(): { settings: Settings; masterSwitch: MasterSwitch; faults: Failure[] };
  save(settings: Settings, masterSwitch: MasterSwitch): Outcome<null, Failure>;
}

/** An invalid mode is read as Stopped. */
const fileSchema = z.looseObject({
  masterSwitch: masterSwitchSchema.default("review").catch("stopped"),
});

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
      const { value, faults } = readJson(file, fileSchema, { masterSwitch: "review" });
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

export class SettingsService {
  readonly #store: SettingsStore;
  readonly #followers: (() => void)[] = [];
  #settings: Settings;
  #masterSwitch: MasterSwitch;
  /** What was wrong with the file when it was read. */
  readonly faults: Failure[];

  constructor(store: SettingsStore) {
    this.#store = store;
    const loaded = store.load();
    this.#settings = loaded.settings;
    this.#masterSwitch = loaded.masterSwitch;
    this.faults = loaded.faults;
  }

  get settings(): Settings {
    return this.#settings;
  }
  get masterSwitch(): MasterSwitch {
    return this.#masterSwitch;
  }

  /** Calls `follow` after each change. */
  follow(follow: () => void): void {
    this.#followers.push(follow);
  }

  /** Changes settings; unless they can be saved, nothing changes. */
  set(patch: SettingsPatch): Outcome<Settings, Failure> {
    const given = Object.entries(patch).filter(([, value]) => value !== undefined);
    const next = settingsSchema.parse({ ...this.#settings, ...Object.fromEntries(given) });
    const saved = this.#store.save(next, this.#masterSwitch);
    if (!saved.ok) return saved;
    this.#settings = next;
    for (const follow of this.#followers) follow();
    return ok(next);
  }

  /** Saves the mode, so that Stopped is still Stopped after a restart. */
  keepSwitch(position: MasterSwitch): Outcome<null, Failure> {
    this.#masterSwitch = position;
    return this.#store.save(this.#settings, position);
  }
}
