// What the features need of the process that they run in: Electron's main process, or plain Node without a window.
import type { SignInEnvironment } from "../servers/mcp/oauth/signIn.ts";
import type { PortProcess } from "../servers/mcp/transports/messagePort.ts";
import type { EngineProcess } from "../models/local/engine/enginePort.ts";
import type { AskSystem } from "../models/net/route.ts";
import type { LoginShell, ShellVariables } from "../servers/mcp/transports/loginShell.ts";
import type { KeyStore } from "../profile/encryption/cipher.ts";

export interface Platform {
  version: string;
  /** Where models of the built-in engine are looked for. */
  modelFolders(profile: string): string[];
  /** Null: there is none, so secrets are kept in memory. */
  keyStore(): Promise<KeyStore | null>;
  /** An environment variable that holds a provider's key; null if it is not set. */
  variable(name: string): string | null;
  loginShell: LoginShell & ShellVariables;
  askSystem: AskSystem;
  /** @param entry the built `engine.js` */
  startEngine(entry: string): EngineProcess;
  /** @param entry the built `demo.js` */
  startDemo(entry: string): PortProcess;
  /** Null: nobody is there to sign in. */
  signIn: Pick<SignInEnvironment, "openBrowser" | "callbackWords"> | null;
  /** How a relay starts the desk if it is not running; null: it does not. */
  nextStart(): { command: string; args: string[] } | null;
}
