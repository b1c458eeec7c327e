// The entries of hosts' configs.
import type { GatewayView, HostServerView } from "#shared/gateway/gatewayView.ts";

/** Whether it can go through Countersign now. */
export const canWrap = ({ state, notWrappable }: HostServerView): boolean =>
  notWrappable === undefined && (state === "direct" || state === "drifted");

/** Those that use a server. */
export const entriesOf = (view: GatewayView | null, serverId: string) => ({
  wrapped: (view?.hosts ?? []).flatMap((host) =>
    host.servers.filter((entry) => entry.serverId === serverId).map((entry) => ({ host, entry })),
  ),
  others: (view?.others ?? []).filter((entry) => entry.serverId === serverId),
});
