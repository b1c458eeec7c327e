// Dependencies of a connection to one server.
import type { HostLimits } from "./relayed/hostLimits.ts";
import type { DeskIntake } from "../../core/ports.ts";
import type { SignInEnvironment } from "./oauth/signIn.ts";
import type { PipeParts } from "./transports/transport.ts";

export interface ConnectionParts extends PipeParts {
  desk: DeskIntake;
  /** How long hosts wait for their calls. */
  hostLimits: HostLimits;
  /** Where tokens are stored and pages opened; null: no sign-in is offered. */
  signIn: SignInEnvironment | null;
  /** Sent to servers as `clientInfo.version`. */
  appVersion: string;
  newId(): string;
  /** How long a server may take to respond to `initialize`; `npx` may have to download it first. */
  initializeTimeoutMs: number;
  /** Delay before the first reconnection attempt; doubles with each one. */
  reconnectMs: number;
  reconnectMax: number;
  /** Interval of progress notifications to a server that sent a progress token. */
  keepAliveMs: number;
}
