// What the window knows of the machine and of how the app started.
import type { SecretStorage } from "../models/model.ts";
import type { Conversion, Failure } from "../outcome.ts";
import type { Settings } from "../settings/settings.ts";

export interface MachineView {
  /** The language that the system asks for, such as `de-AT`. */
  locale: string;
  platform: "darwin" | "linux" | "win32" | "other";
  version: string;
  profile: string;
  secretStorage: SecretStorage;
  /** The record that is open is encrypted on disk: what the settings say holds from the next start on. */
  isEncrypted: boolean;
  /** What went wrong while starting that the user should know: a broken settings or config file. */
  faults: Failure[];
}

/** Whether Countersign starts at login, as the system has it now. */
export interface LoginItemView {
  /** False where it would start another program. */
  available: boolean;
  on: boolean;
}

/** What is done with the files of the profile before the desk opens, in bytes. */
export interface Preparing {
  what: Conversion;
  done: number;
  total: number;
}

/** The same as the window hears of it, in the language that the user has chosen. */
export interface PreparingTold {
  preparing: Preparing;
  language: Settings["language"];
}
