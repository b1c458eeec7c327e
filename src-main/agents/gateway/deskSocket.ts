// The profile's folder for hosts and agents: the socket that their relays and hooks connect to, and the files that these
// need. Written at every start.
import path from "node:path";
import type { Failure } from "#shared/outcome.ts";
import type { HookAdmission } from "../hooks/hookDoor.ts";
import type { Admission } from "./gateway.ts";
import { hookFiles } from "./hookFiles.ts";
import type { HookFiles } from "./hookFiles.ts";
import { relayScript, writeRelayFiles } from "./relayFiles.ts";
import { openRelayListener, socketOf } from "./relayListener.ts";
import type { RelayListener } from "./relayListener.ts";

interface Deps {
  profile: string;
  /** How a relay starts the desk if it is not running; null: it does not. */
  nextStart(): { command: string; args: string[] } | null;
  fault(failure: Failure): void;
}

export class DeskSocket {
  readonly #deps: Deps;
  readonly #folder: string;
  readonly #socket: string;
  /** The script that hosts start. */
  readonly relayScript: string;
  readonly hookFiles: HookFiles;
  #opening: Promise<RelayListener | null> = Promise.resolve(null);

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#folder = path.join(deps.profile, "gateway");
    this.#socket = socketOf(this.#folder);
    this.relayScript = relayScript(this.#folder);
    this.hookFiles = hookFiles(this.#folder, this.#socket);
  }

  /** Opens the socket. Resolves to whether relays and hooks can connect. */
  async open(admit: Admission, hear: HookAdmission): Promise<boolean> {
    this.#opening = this.#listen(admit, hear).catch((error: unknown) => {
      const detail = error instanceof Error ? error.message : String(error);
      this.#deps.fault({ kind: "gateway-closed", detail });
      return null;
    });
    const opened = await this.#opening;
    if (opened !== null) this.hookFiles.opened();
    return opened !== null;
  }

  async #listen(admit: Admission, hear: HookAdmission): Promise<RelayListener> {
    writeRelayFiles(this.#folder, { socket: this.#socket, start: this.#deps.nextStart() });
    return openRelayListener(this.#socket, admit, hear);
  }

  /** Ends the sessions of all hosts on it. */
  async close(): Promise<void> {
    await (await this.#opening)?.close();
  }
}
