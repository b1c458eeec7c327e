// Who sent a request: the user's name for the server, what was negotiated, how the connection is protected.
import { isEncrypted } from "#shared/servers/encryption.ts";
import type { Requester, Host, Origin } from "#shared/request/life/heldRequest.ts";
import type { Negotiated } from "#shared/servers/server.ts";
import type { ConnectionSpec } from "../connectionSpec.ts";

/** Tools of the server whose calls may have caused a request. */
const toolsOfOrigin = (origin: Origin): string[] => {
  const calls =
    origin.kind === "certain" ? [origin.call] : origin.kind === "none" ? [] : origin.calls;
  return [...new Set(calls.filter((c) => c.method === "tools/call").map(({ name }) => name))];
};

/** The requester of a request on this connection, as of now. */
export function requesterOf(
  spec: ConnectionSpec,
  negotiated: Negotiated | undefined,
  origin: Origin,
  host?: Host,
): Requester {
  const { serverId, name, endpoint, where } = spec;
  const claims = negotiated?.claims;
  const encrypted =
    endpoint.kind === "http" || endpoint.kind === "sse" ? isEncrypted(endpoint.url) : null;
  return {
    serverId,
    name,
    transport: endpoint.kind,
    where,
    protocolVersion: negotiated?.protocolVersion ?? "",
    era: negotiated?.era ?? "legacy",
    encrypted,
    ...spec.identityFor(toolsOfOrigin(origin)),
    ...(host === undefined ? {} : { host }),
    ...(claims === undefined
      ? {}
      : {
          claims: {
            name: claims.name,
            ...(claims.version === undefined ? {} : { version: claims.version }),
          },
        }),
  };
}
