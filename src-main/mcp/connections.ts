// The connector: opens connections of every kind to the desk. The one door of this room.
import type { DeskIntake } from "../desk/ports.ts";
import type {
  ConnectionSpec,
  Connector,
  ElicitationIntake,
  ResolvedValue,
} from "../services/ports.ts";
import { ServerConnection } from "./connection.ts";
import { KEEPALIVE_MS } from "./keepalive.ts";
import type { SignInHouse } from "./oauth/signIn.ts";
import { TrafficLogs } from "./traffic.ts";
import type { PipeParts } from "./transport.ts";

export interface ConnectionParts extends PipeParts {
  desk: DeskIntake;
  elicitations: ElicitationIntake;
  /** Where sign-ins are kept and pages opened; absent: nobody signs in. */
  signIn?: SignInHouse;
  /** Told to servers as the client's version. */
  appVersion: string;
  newId(): string;
  /** How long a server may take to answer `initialize`; `npx` may have to download it first. */
  initializeTimeoutMs: number;
  /** First wait before a lost address is tried again; doubles with each attempt. */
  reconnectMs: number;
  reconnectMax: number;
  /** How often a server that asked for progress hears that its request is looked at. */
  keepAliveMs: number;
}

type Timing = "initializeTimeoutMs" | "reconnectMs" | "reconnectMax" | "keepAliveMs";

const TIMING: Pick<ConnectionParts, Timing> = {
  initializeTimeoutMs: 120_000,
  reconnectMs: 500,
  reconnectMax: 10,
  keepAliveMs: KEEPALIVE_MS,
};

/** What must never be seen in what passes: secret variables of a command, secret headers of an address. */
function secretsOf({ endpoint }: ConnectionSpec): ResolvedValue[] {
  switch (endpoint.kind) {
    case "stdio":
      return endpoint.env.filter(({ secret }) => secret);
    case "http":
    case "sse":
      return endpoint.headers.filter(({ secret }) => secret);
    case "demo":
      return [];
  }
}

export function createConnector(
  parts: Omit<ConnectionParts, Timing> & Partial<Pick<ConnectionParts, Timing>>,
): Connector {
  const whole: ConnectionParts = { ...TIMING, ...parts };
  const logs = new TrafficLogs();
  return {
    connect(spec, listener) {
      const log = logs.of(spec.serverId);
      log.learn(secretsOf(spec));
      return new ServerConnection(spec, listener, whole, log);
    },
    traffic: (serverId) => logs.of(serverId),
    forgetTraffic: (serverId) => logs.remove(serverId),
  };
}
