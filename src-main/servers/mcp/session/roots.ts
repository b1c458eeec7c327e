// Folders that the user shares with a server (2025-11-25, client/roots): the capability, the response, and change
// notifications. The response always follows the current policy.
import type { ClientCapabilities, JSONRPCMessage } from "@modelcontextprotocol/client";
import type { JsonObject } from "#shared/json.ts";
import type { ServerPolicy, SharedRoot } from "#shared/servers/policy/policy.ts";

type Roots = Pick<ServerPolicy, "roots">;

/** Declared only if a folder is shared. */
export const rootsCapability = ({ roots }: Roots): Pick<ClientCapabilities, "roots"> =>
  roots.length === 0 ? {} : { roots: { listChanged: true } };

/** `ListRootsResult` for this policy; null if none is shared: `roots/list` is then unsupported. */
export const rootsResult = ({ roots }: Roots): JsonObject | null =>
  roots.length === 0
    ? null
    : { roots: roots.map(({ uri, name }) => ({ uri, ...(name === undefined ? {} : { name }) })) };

/** The specification's own error for a client without roots ("Error Handling"). */
export const NO_ROOTS = {
  code: -32601,
  message: "Roots not supported",
  data: { reason: "Client does not have roots capability" },
} as const;

/** Sent to a server of an older version when the list changes while it is connected. */
export const ROOTS_CHANGED: JSONRPCMessage = {
  jsonrpc: "2.0",
  method: "notifications/roots/list_changed",
};

/** True if a server that supports roots must be told that they changed. */
export const rootsDiffer = (before: Roots, after: Roots): boolean =>
  before.roots.length > 0 &&
  after.roots.length > 0 &&
  JSON.stringify(before.roots.map(toldRoots)) !== JSON.stringify(after.roots.map(toldRoots));

const toldRoots = ({ uri, name }: SharedRoot): (string | undefined)[] => [uri, name];
