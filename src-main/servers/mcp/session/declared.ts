// The capabilities that are declared to a server: exactly what the user lets that server do, and nothing that is not
// supported.
import type { ClientCapabilities, JSONRPCMessage } from "@modelcontextprotocol/client";
import type { ServerPolicy, SharedRoot } from "#shared/servers/policy/policy.ts";
import type { Incoming } from "../../../core/ports.ts";
import type { JsonObject } from "#shared/json.ts";

/** Sampling as a task (2025-11-25, experimental); sent only to versions that have it. */
const TASKS = { list: {}, cancel: {}, requests: { sampling: { createMessage: {} } } };

/** The capabilities for the handshake (2025-11-25, lifecycle; 2026-07-28: in each request's `_meta`). */
export const capabilitiesFor = (policy: ServerPolicy): ClientCapabilities => ({
  sampling: {
    ...(policy.tools ? { tools: {} } : {}),
    ...(policy.context ? { context: {} } : {}),
  },
  ...rootsCapability(policy),
  // 2025-11-25, client/elicitation, "Capabilities"; up to 2025-06-18 any object means form support.
  elicitation: { form: {}, url: {} },
  ...(policy.tasks ? { tasks: TASKS } : {}),
});

/** The same, in the form that the desk checks requests against. */
export const declaredTo = (policy: ServerPolicy): Incoming["declared"] => ({
  tools: policy.tools,
  context: policy.context,
});

type Roots = Pick<ServerPolicy, "roots">;

/** Declared only if a folder is shared. */
const rootsCapability = ({ roots }: Roots): Pick<ClientCapabilities, "roots"> =>
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
