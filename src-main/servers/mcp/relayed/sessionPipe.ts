// The way to the server of a host's session.
import type { SessionSpec } from "../../gatewayPorts.ts";
import type { ConnectionParts } from "../connectionParts.ts";
import type { Pipe } from "../transports/pipe.ts";
import { openPipe } from "../transports/transport.ts";

/** A pipe that is not started yet. */
export async function sessionPipe(spec: SessionSpec, parts: ConnectionParts): Promise<Pipe> {
  const { policy, sessionId: _id, folder: _folder, hostFolder: _own, ...endpoint } = spec;
  // Parse here: the worker thread does not keep the text.
  const { texts: _thread, ...rest } = parts;
  const makePipe = await openPipe({ ...endpoint, policy: policy() }, rest, true);
  return makePipe();
}
