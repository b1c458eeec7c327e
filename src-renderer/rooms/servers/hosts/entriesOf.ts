// The entries of hosts that use a server.
import type { GatewayView } from "#shared/gateway/gatewayView.ts";

export const entriesOf = (view: GatewayView | null, serverId: string) => ({
  wrapped: (view?.hosts ?? []).flatMap((host) =>
    host.servers.filter((entry) => entry.serverId === serverId).map((entry) => ({ host, entry })),
  ),
  others: (view?.others ?? []).filter((entry) => entry.serverId === serverId),
});
