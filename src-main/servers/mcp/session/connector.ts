// Opens connections of every kind for the desk. The public interface of this folder.
import { secretsIn } from "#shared/servers/config/masking.ts";
import type { SessionOpener } from "../../gatewayPorts.ts";
import type { ConnectionSpec, Connector } from "../../../servicePorts.ts";
import { HostLimits } from "../relayed/hostLimits.ts";
import { RelayedSession } from "../relayed/relayedSession.ts";
import { ServerConnection } from "./connection.ts";
import { KEEPALIVE_MS } from "../requests/keepalive.ts";
import { TrafficLogs } from "../wire/traffic.ts";
import type { ConnectionParts } from "../connectionParts.ts";

type Timing = "initializeTimeoutMs" | "reconnectMs" | "reconnectMax" | "keepAliveMs";

const TIMING: Pick<ConnectionParts, Timing> = {
  initializeTimeoutMs: 120_000,
  reconnectMs: 500,
  reconnectMax: 10,
  keepAliveMs: KEEPALIVE_MS,
};

/** What must be masked in traffic: values of secret variables and headers, and secrets in a command or an address. */
function secretsOf({
  endpoint,
}: Pick<ConnectionSpec, "endpoint">): { name: string; value: string }[] {
  if (endpoint.kind === "demo") return [];
  const values = endpoint.kind === "stdio" ? endpoint.env : endpoint.headers;
  const name = endpoint.kind === "stdio" ? "argument" : "address";
  return [
    ...values.filter(({ secret }) => secret),
    ...secretsIn(endpoint).map((value) => ({ name, value })),
  ];
}

export function createConnector(
  parts: Omit<ConnectionParts, Timing | "hostLimits"> & Partial<Pick<ConnectionParts, Timing>>,
): Connector & SessionOpener {
  const whole: ConnectionParts = { ...TIMING, ...parts, hostLimits: new HostLimits() };
  const logs = new TrafficLogs();
  return {
    connect(spec, listener) {
      const log = logs.of(spec.serverId);
      log.learn(secretsOf(spec));
      return new ServerConnection(spec, listener, whole, log);
    },
    openSession(spec, host, listener) {
      const tap = logs.of(spec.serverId);
      tap.learn(secretsOf(spec));
      return new RelayedSession(spec, host, { listener, parts: whole, tap });
    },
    traffic: (serverId) => logs.of(serverId),
    dropTraffic: (serverId) => logs.remove(serverId),
  };
}
