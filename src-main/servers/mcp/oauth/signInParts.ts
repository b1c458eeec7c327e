// What the sign-in to a server needs from the app and from the server's connection.
import type { SignInView } from "#shared/servers/signIn.ts";
import type { longFetch } from "../transports/longFetch.ts";
import type { ResolveHost } from "./addresses.ts";
import type { CallbackWords } from "./callbackListener.ts";
import type { SignInStore } from "./signInRecord.ts";

/** What the app provides for signing in. */
export interface SignInEnvironment {
  /** Replaces `longFetch`, to use the user's proxy and certificates. */
  send?: typeof longFetch;
  store: SignInStore;
  /** Opens a page in the system's browser. Rejects if the system cannot be asked to. */
  openBrowser(url: string): Promise<void>;
  resolve?: ResolveHost;
  callbackTimeoutMs?: number;
  callbackWords: CallbackWords;
}

export interface SignInParts extends SignInEnvironment {
  serverId: string;
  url: URL;
  /** The server's address, as shown. */
  where: string;
  /**
   * True while a session is open: a request that gets a 401 then waits for the user instead of ending the connection.
   */
  inSession(): boolean;
  changed(view: SignInView): void;
  /** Called when there is a new token, so that requests which failed without it can be retried. */
  signedIn(): void;
  /** Registers a value to be masked everywhere. */
  secret(value: string): void;
  nowMs(): number;
}
