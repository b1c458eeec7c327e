// The user's settings and the mode: stored on disk, with notifications of changes.
import { settingsSchema } from "#shared/settings/settings.ts";
import type { MasterSwitch, Settings, SettingsPatch } from "#shared/settings/settings.ts";
import { ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { SettingsStore } from "../servicePorts.ts";

export class SettingsService {
  readonly #store: SettingsStore;
  readonly #changed: (settings: Settings) => void;
  readonly #followers: (() => void)[] = [];
  #settings: Settings;
  #masterSwitch: MasterSwitch;
  /** What was wrong with the file when it was read. */
  readonly faults: Failure[];

  constructor(store: SettingsStore, changed: (settings: Settings) => void) {
    this.#store = store;
    this.#changed = changed;
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
    this.#changed(next);
    for (const follow of this.#followers) follow();
    return ok(next);
  }

  /** Saves the mode, so that Stopped is still Stopped after a restart. */
  keepSwitch(position: MasterSwitch): Outcome<null, Failure> {
    this.#masterSwitch = position;
    return this.#store.save(this.#settings, position);
  }
}
