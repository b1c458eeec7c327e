// What a connection to a server is made of.
import type { DeskIntake } from "../desk/ports.ts";
import type { SignInEnvironment } from "./oauth/signIn.ts";
import type { PipeParts } from "./transports/transport.ts";

export interface ConnectionParts extends PipeParts {
  desk: DeskIntake;
  /** Where sign-ins are kept and pages opened; absent: nobody signs in. */
  signIn?: SignInEnvironment;
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
