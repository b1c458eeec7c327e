// Opens connections of every kind for the desk. The public interface of this folder.
import { secretsIn } from "#shared/servers/config/masking.ts";
import type { HostEnd, SessionListener, SessionSpec } from "../../gatewayPorts.ts";
import type { ConnectionListener, ConnectionSpec } from "../connectionSpec.ts";
import { HostLimits } from "../relayed/hostLimits.ts";
import { RelayedSession } from "../relayed/relayedSession.ts";
import { ServerConnection } from "./connection.ts";
import { KEEPALIVE_MS } from "../requests/keepalive.ts";
import type { TrafficLog } from "../wire/traffic.ts";
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

export class Connector {
  readonly #parts: ConnectionParts;
  readonly #logs = new TrafficLogs();

  constructor(
    parts: Omit<ConnectionParts, Timing | "hostLimits"> & Partial<Pick<ConnectionParts, Timing>>,
  ) {
    this.#parts = { ...TIMING, ...parts, hostLimits: new HostLimits() };
  }

  connect(spec: ConnectionSpec, listener: ConnectionListener): ServerConnection {
    const log = this.#logs.of(spec.serverId);
    log.learn(secretsOf(spec));
    return new ServerConnection(spec, listener, this.#parts, log);
  }

  openSession(spec: SessionSpec, host: HostEnd, listener: SessionListener): RelayedSession {
    const tap = this.#logs.of(spec.serverId);
    tap.learn(secretsOf(spec));
    return new RelayedSession(spec, host, { listener, parts: this.#parts, tap });
  }

  /** The messages exchanged with a server since the app was started. */
  traffic(serverId: string): TrafficLog {
    return this.#logs.of(serverId);
  }

  /** Drops the traffic of a removed server. */
  dropTraffic(serverId: string): void {
    this.#logs.remove(serverId);
  }
}
