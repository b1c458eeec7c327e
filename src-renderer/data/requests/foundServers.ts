// Servers found in the settings of other programs on this machine: searched for once, shown before any is added.
import { invoke } from "../bridge/desk.ts";
import type { FoundConfig, FoundServer } from "#shared/servers/server.ts";
import { useView, view } from "../view.ts";
import type { FoundServers } from "../view.ts";

/** Subscribes a component to a part of it. */
export function useFoundServers<T>(select: (found: FoundServers) => T): T {
  return useView(({ foundServers }) => select(foundServers));
}

const update = (change: Partial<FoundServers>): void =>
  view.setState(({ foundServers }) => ({ foundServers: { ...foundServers, ...change } }));

/** Not offered again until the next start. */
export const postponeFoundServers = (): void => update({ postponed: true });

/** Found servers that are not configured here yet. */
export const unconfiguredServers = (config: FoundConfig | null): FoundServer[] =>
  config?.servers.filter((server) => !server.known) ?? [];

let looking: Promise<void> | null = null;

/** Searches; after the first time only with `again`. A failure counts as nothing found. */
export function searchForServers(again = false): Promise<void> {
  if (looking === null || again) {
    looking = invoke("servers.find").then((result) => {
      update({ config: result.ok ? result.value : { servers: [], faults: [] } });
    });
  }
  return looking;
}
