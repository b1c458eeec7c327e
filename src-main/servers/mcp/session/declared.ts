// The capabilities that are declared to a server: exactly what the user lets that server do, and nothing that is not
// supported.
import type { ClientCapabilities } from "@modelcontextprotocol/client";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import type { Incoming } from "../../../core/ports.ts";
import { rootsCapability } from "./roots.ts";

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
