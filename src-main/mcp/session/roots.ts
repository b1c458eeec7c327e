// Folders that the user shares with a server (2025-11-25, client/roots): what is declared, what is
// answered, when a change is told. The answer is always the policy as it stands now.
import type { ClientCapabilities, JSONRPCMessage } from "@modelcontextprotocol/client";
import type { JsonObject } from "../../../src-shared/json.ts";
import type { ServerPolicy, SharedRoot } from "../../../src-shared/servers/policy/policy.ts";

type Roots = Pick<ServerPolicy, "roots">;

/** Declared only where there is a folder to tell of. */
export const rootsCapability = ({ roots }: Roots): Pick<ClientCapabilities, "roots"> =>
  roots.length === 0 ? {} : { roots: { listChanged: true } };

/** `ListRootsResult` for this policy; null where none is shared, so that `roots/list` does not exist. */
export const rootsResult = ({ roots }: Roots): JsonObject | null =>
  roots.length === 0
    ? null
    : { roots: roots.map(({ uri, name }) => ({ uri, ...(name === undefined ? {} : { name }) })) };

/** The spec's own words for a client without roots ("Error Handling"). */
export const NO_ROOTS = {
  code: -32601,
  message: "Roots not supported",
  data: { reason: "Client does not have roots capability" },
} as const;

/** Told to a server of a legacy revision whose list changed while it is connected. */
export const ROOTS_CHANGED: JSONRPCMessage = {
  jsonrpc: "2.0",
  method: "notifications/roots/list_changed",
};

/** True when a server that knows of roots has to hear that they are others now. */
export const rootsDiffer = (before: Roots, after: Roots): boolean =>
  before.roots.length > 0 &&
  after.roots.length > 0 &&
  JSON.stringify(before.roots.map(toldRoots)) !== JSON.stringify(after.roots.map(toldRoots));

const toldRoots = ({ uri, name }: SharedRoot): (string | undefined)[] => [uri, name];
