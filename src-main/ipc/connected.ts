// Runs a call on a server's connection, if it is connected.
import { fail } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Connection } from "../servicePorts.ts";
import type { ServersService } from "../servers/servers.ts";

export async function connected<T>(
  servers: Pick<ServersService, "connection">,
  id: string,
  act: (connection: Connection) => Promise<Outcome<T, Failure>>,
): Promise<Outcome<T, Failure>> {
  const connection = servers.connection(id);
  if (connection === undefined) return fail({ kind: "not-found", what: "server" });
  return connection === null ? fail({ kind: "run-disconnected" }) : act(connection);
}
