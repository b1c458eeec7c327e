// `network.json`: the user's proxy and certificates. It does not contain the proxy's password.
import type { Failure, Outcome } from "#shared/outcome.ts";
import { defaultNetwork, networkSchema, type NetworkSettings } from "#shared/settings/network.ts";
import { readJson, writeJson } from "../../profile/jsonFile.ts";

/** A file of the profile, or the defaults on the command line. */
export interface NetworkStore {
  load(): { settings: NetworkSettings; faults: Failure[] };
  save(settings: NetworkSettings): Outcome<null, Failure>;
}

export function openNetworkStore(file: string): NetworkStore {
  return {
    load() {
      const { value, faults } = readJson<NetworkSettings>(file, networkSchema, defaultNetwork);
      return { settings: value, faults };
    },
    save: (settings) => writeJson(file, settings),
  };
}
