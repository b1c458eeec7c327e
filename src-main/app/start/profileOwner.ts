import { lstatSync, statSync } from "node:fs";

/**
 * The user to whom the folder, or a link in its place, belongs, where that is not the one who runs this; null where it is, or
 * is not there yet. Windows knows no such number: there the folders of a user are closed to others by themselves.
 */
export function foreignOwner(folder: string, own = process.getuid?.()): number | null {
  if (own === undefined) return null;
  for (const look of [lstatSync, statSync]) {
    const uid = look(folder, { throwIfNoEntry: false })?.uid;
    if (uid !== undefined && uid !== own) return uid;
  }
  return null;
}
