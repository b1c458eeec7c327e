// How this installation of Countersign is replaced by a downloaded file. What a package manager or npm installed is
// left to it.
import { spawn } from "node:child_process";
import { accessSync, chmodSync, constants, existsSync, renameSync } from "node:fs";
import path from "node:path";
import type { FileKind } from "./feed.ts";

export interface Installer {
  kind: FileKind;
  /** Where its file is downloaded to. */
  folder: string;
  /** What follows the version in the file's name. */
  ending: string;
  /** Replaces this installation; the app is about to exit. */
  install(file: string, startsAgain: boolean): void;
}

export interface Installation {
  packaged: boolean;
  system: NodeJS.Platform;
  program: string;
  /** The AppImage that the program runs from. */
  appImage: string | undefined;
  /** For downloads. */
  folder: string;
  /** Has the app start again, by this program, once it has exited. */
  relaunch(program: string): void;
}

/** Null: another program installs and updates this copy, or it can't be replaced. */
export function installerOf(own: Installation): Installer | null {
  const { packaged, system, program, appImage, folder, relaunch } = own;
  if (!packaged) return null;
  if (appImage !== undefined) return isReplaceable(appImage) ? replacing(appImage, relaunch) : null;
  if (system === "win32" && existsSync(path.join(program, "../Uninstall Countersign.exe"))) {
    return {
      kind: "nsis",
      folder,
      ending: ".exe",
      // The switches of electron-builder's installers.
      install: (file, startsAgain) =>
        leave(file, ["--updated", "/S", ...(startsAgain ? ["--force-run"] : [])]),
    };
  }
  if (system === "darwin")
    return { kind: "dmg", folder, ending: ".dmg", install: (file) => leave("open", [file]) };
  return null;
}

/**
 * An AppImage: the new one is downloaded beside it and renamed over it, so that there is always a whole one, at the path
 * that hooks, relays and the autostart entry name.
 */
const replacing = (appImage: string, relaunch: Installation["relaunch"]): Installer => ({
  kind: "AppImage",
  folder: path.dirname(appImage),
  ending: ".AppImage",
  install(file, startsAgain) {
    chmodSync(file, 0o755);
    renameSync(file, appImage);
    if (startsAgain) relaunch(appImage);
  },
});

function isReplaceable(file: string): boolean {
  try {
    accessSync(path.dirname(file), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Starts a program that outlives this one. */
function leave(program: string, args: string[]): void {
  const child = spawn(program, args, { detached: true, stdio: "ignore" });
  child.on("error", () => undefined);
  if (child.pid === undefined) throw new Error(`${program} could not be started`);
  child.unref();
}
