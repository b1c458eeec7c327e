// What the dialogs that set agents up start with.
import type { AgentRow, AgentSetup, Door, SetupChanges } from "#shared/agents/agentRow.ts";
import type { HostServerView } from "#shared/agents/gateway/gatewayView.ts";

/** A server of an agent, with the config file that names it. */
export interface ServerEntry extends HostServerView {
  file: string;
}

export const serversOf = ({ servers }: AgentRow): ServerEntry[] =>
  servers.flatMap((host) => host.servers.map((server) => ({ ...server, file: host.file })));

/** The agent starts Countersign's relay in its place. */
export const isThrough = ({ state }: HostServerView): boolean =>
  state === "through" || state === "after-restart";

/** The doors that lead to Countersign. */
export const openedDoors = (row: AgentRow): Door[] => [
  ...(row.tools !== null && row.tools.choices !== null ? (["tools"] as const) : []),
  ...(serversOf(row).some(({ serverId }) => serverId !== undefined) ? (["servers"] as const) : []),
  ...(row.calls !== null && row.calls.state.kind !== "direct" ? (["calls"] as const) : []),
];

const placeOf = ({ file, path }: ServerEntry): AgentSetup["servers"][number] => ({ file, path });

/** What is set up now. */
export const currentSetup = (row: AgentRow): AgentSetup => ({
  tools: row.tools?.choices ?? null,
  servers: serversOf(row).filter(isThrough).map(placeOf),
  calls: openedDoors(row).includes("calls"),
});

/** What is set up now; what isn't yet as it is recommended. */
export function offeredSetup(row: AgentRow): AgentSetup {
  const now = currentSetup(row);
  const { tools } = row;
  const usual = { actions: tools?.hasPermission === true ? "asked" : "changes", absent: "block" };
  return {
    ...now,
    tools: now.tools ?? (tools === null ? null : (usual as NonNullable<AgentSetup["tools"]>)),
    servers:
      openedDoors(row).length > 0
        ? now.servers
        : serversOf(row)
            .filter(({ notWrappable }) => notWrappable === undefined)
            .map(placeOf),
  };
}

/** By file: the hash of what was shown. */
export const hashesOf = (changes: SetupChanges): Record<string, string | null> =>
  Object.fromEntries(changes.map(({ file, hash }) => [file, hash]));

/** The names of the doors, by their keys in the catalogue. */
export const DOOR_WORDS = {
  tools: "agents.tools",
  servers: "setup.door.servers",
  calls: "setup.door.calls",
} as const satisfies Record<Door, string>;
