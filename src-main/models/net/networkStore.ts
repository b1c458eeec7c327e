// `network.json`: the user's proxy and certificates. It does not contain the proxy's password.
import { defaultNetwork, networkSchema, type NetworkSettings } from "#shared/settings/network.ts";
import type { NetworkStore } from "./networkPorts.ts";
import { readJson, writeJson } from "../../store/profile/jsonFile.ts";

export function openNetworkStore(file: string): NetworkStore {
  return {
    load() {
      const { value, faults } = readJson<NetworkSettings>(file, networkSchema, defaultNetwork);
      return { settings: value, faults };
    },
    save: (settings) => writeJson(file, settings),
  };
}
