// Servers that other programs on this machine have in their settings: looked for once, shown before
// anything is taken over.
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import { invoke } from "../../bridge/desk.ts";
import type { FoundConfig, FoundServer } from "../../../src-shared/servers/server.ts";

export interface Found {
  /** Null until the search has ended. */
  config: FoundConfig | null;
  /** The person said "Not now": not offered again until the next start. */
  putOff: boolean;
}

export const found = createStore<Found>()(() => ({ config: null, putOff: false }));

/** Reads a part of it in a component. */
export function useFound<T>(select: (state: Found) => T): T {
  return useStore(found, select);
}

/** Those that are not configured here already. */
export const newServers = (config: FoundConfig | null): FoundServer[] =>
  config?.servers.filter((server) => !server.known) ?? [];

let looking: Promise<void> | null = null;

/** Looks; at the first time only unless `again`. A failure means that nothing was found. */
export function lookForServers(again = false): Promise<void> {
  if (looking === null || again) {
    looking = invoke("servers.find").then((result) => {
      found.setState({ config: result.ok ? result.value : { servers: [], faults: [] } });
    });
  }
  return looking;
}
