// The profile's folder: only its owner can write to it, and its files are files.
import { accessSync, constants, lstatSync, mkdirSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { checkRegular } from "./regularFile.ts";

/** Why a folder is no profile to use. */
export type ProfileFault =
  /** It belongs to this user id, or a link in its place does. */
  | { kind: "other-owner"; uid: number }
  /** Its group or everyone may write to it. */
  | { kind: "writable"; mode: number }
  /** It cannot be made, written or locked, in the system's words; or what has the place of a file in it is none. */
  | { kind: "unusable"; detail: string }
  | { kind: "in-use" };

/** Bits of group and others that let them write. */
const WRITTEN = 0o022;
/** The names of our files; folders and Chromium's sockets have others. */
const FILE = /\.(?:json|db|db-wal|db-shm|key)$/;

/** Makes the folder if there is none. @param own our uid; undefined on Windows, where user folders are private */
export function openProfileFolder(folder: string, own = process.getuid?.()): ProfileFault | null {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const stats = statSync(folder);
    if (own !== undefined) {
      const uid = [lstatSync(folder).uid, stats.uid].find((owner) => owner !== own);
      if (uid !== undefined) return { kind: "other-owner", uid };
      if ((stats.mode & WRITTEN) !== 0) return { kind: "writable", mode: stats.mode & 0o777 };
    }
    accessSync(folder, constants.W_OK);
    // All at once, before any is read or written: a file that cannot be read would count as a new one.
    for (const name of readdirSync(folder))
      if (FILE.test(name)) checkRegular(path.join(folder, name));
    return null;
  } catch (error) {
    return { kind: "unusable", detail: error instanceof Error ? error.message : String(error) };
  }
}
