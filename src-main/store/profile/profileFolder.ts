// The profile's folder: only its owner can write to it.
import { accessSync, constants, lstatSync, mkdirSync, statSync } from "node:fs";

/** Why a folder is no profile to use. */
export type ProfileFault =
  /** It belongs to this user id, or a link in its place does. */
  | { kind: "other-owner"; uid: number }
  /** Its group or everyone may write to it. */
  | { kind: "writable"; mode: number }
  /** It cannot be made, written or locked, in the system's words. */
  | { kind: "unusable"; detail: string }
  | { kind: "in-use" };

/** Bits of group and others that let them write. */
const WRITTEN = 0o022;
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
    return null;
  } catch (error) {
    return { kind: "unusable", detail: error instanceof Error ? error.message : String(error) };
  }
}
