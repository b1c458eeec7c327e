import { lstatSync, statSync } from "node:fs";

/**
 * The uid that owns the folder, or a link in its place, if it is not ours; null if it is, or does not exist. Always
 * null on Windows, where user folders are private by default.
 */
export function otherOwner(folder: string, own = process.getuid?.()): number | null {
  if (own === undefined) return null;
  for (const look of [lstatSync, statSync]) {
    const uid = look(folder, { throwIfNoEntry: false })?.uid;
    if (uid !== undefined && uid !== own) return uid;
  }
  return null;
}
