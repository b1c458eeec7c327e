// Servers found in the settings of other programs on this machine: searched for once, shown before any is added.
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import { invoke } from "../bridge/desk.ts";
import type { FoundConfig, FoundServer } from "#shared/servers/server.ts";

export interface FoundServersState {
  /** Null until the search has finished. */
  config: FoundConfig | null;
  /** The user chose "Not now": not offered again until the next start. */
  postponed: boolean;
}

export const foundServers = createStore<FoundServersState>()(() => ({
  config: null,
  postponed: false,
}));

/** Subscribes a component to a part of it. */
export function useFoundServers<T>(select: (state: FoundServersState) => T): T {
  return useStore(foundServers, select);
}

/** Found servers that are not configured here yet. */
export const unconfiguredServers = (config: FoundConfig | null): FoundServer[] =>
  config?.servers.filter((server) => !server.known) ?? [];

let looking: Promise<void> | null = null;

/** Searches; after the first time only with `again`. A failure counts as nothing found. */
export function searchForServers(again = false): Promise<void> {
  if (looking === null || again) {
    looking = invoke("servers.find").then((result) => {
      foundServers.setState({ config: result.ok ? result.value : { servers: [], faults: [] } });
    });
  }
  return looking;
}
