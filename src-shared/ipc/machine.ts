// What the window knows of the machine and of how the app started.
import type { SecretStorage } from "../models/model.ts";
import type { Failure } from "../outcome.ts";

export interface MachineView {
  /** The language that the system asks for, such as `zh-CN`. */
  locale: string;
  platform: "darwin" | "linux" | "win32" | "other";
  version: string;
  profile: string;
  secretStorage: SecretStorage;
  /** What went wrong while starting that the person should know: a broken settings or config file. */
  faults: Failure[];
}

/** What is done with the files of the profile before the desk opens, in bytes. */
export interface Preparing {
  what: "encrypt" | "decrypt" | "compact";
  done: number;
  total: number;
}
