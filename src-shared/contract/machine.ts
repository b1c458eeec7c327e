// What the window knows about the machine and the app's start.
import type { SecretStorage } from "../models/model.ts";
import type { Conversion, Failure } from "../outcome.ts";
import type { Settings } from "../settings/settings.ts";

export interface MachineView {
  /** The system's language, such as `de-AT`. */
  locale: string;
  platform: "darwin" | "linux" | "win32" | "other";
  version: string;
  /** Not the packaged app, which only loads what it was packaged with: `npx countersign`, or the sources. */
  isTryOut: boolean;
  profile: string;
  secretStorage: SecretStorage;
  /** The open ledger is encrypted on disk; a changed setting applies from the next start. */
  isEncrypted: boolean;
  /** Problems at startup that the user should know about, such as a broken settings or config file. */
  faults: Failure[];
}

/** Whether Countersign starts at login, as set in the system. */
export interface LoginItemView {
  /** False if it would start another program. */
  available: boolean;
  on: boolean;
}

/** Progress of converting the ledger's file before the desk opens, in bytes. */
export interface Preparing {
  what: Conversion;
  done: number;
  total: number;
}

/** `Preparing` with the language to show it in. */
export interface PreparingView {
  preparing: Preparing;
  language: Settings["language"];
}
