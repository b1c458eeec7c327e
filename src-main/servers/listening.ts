// Connects a connection's events to the server's identity and to the window's view.
import type { ConnectionListener } from "../servicePorts.ts";
import type { Identities } from "./identities.ts";
import type { ServerEntry } from "./serverEntry.ts";
import type { Pushes } from "./serverPushes.ts";

export function listening(
  entry: ServerEntry,
  identities: Identities,
  to: {
    pushes(): Pushes | undefined;
    /** A sampling request that a run may have caused. */
    request(runId: string, requestId: string): void;
  },
): ConnectionListener {
  const { id } = entry.stored;
  return entry.listener({
    now: () => to.pushes()?.now(),
    soon: () => to.pushes()?.soon(),
    wrote: () => to.pushes()?.lines.ask(),
    request: to.request,
    tools: (tools) => {
      identities.toolsListed(id, tools);
      entry.known = identities.view(id);
    },
    certificate: (certificate) => {
      // Several machines behind one address may take turns with different certificates.
      if (!identities.certificate(id, certificate)) return;
      entry.known = identities.view(id);
      to.pushes()?.view.ask();
    },
  });
}
