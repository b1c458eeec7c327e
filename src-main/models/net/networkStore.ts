// `network.json`: the user's proxy and certificates. It does not contain the proxy's password.
import { defaultNetwork, networkSchema, type NetworkSettings } from "#shared/settings/network.ts";
import { jsonStore, type JsonStore } from "../../profile/jsonFile.ts";

/** A file of the profile, or the defaults on the command line. */
export type NetworkStore = JsonStore<NetworkSettings>;

export const openNetworkStore = (file: string): NetworkStore =>
  jsonStore<NetworkSettings>(file, networkSchema, defaultNetwork);
