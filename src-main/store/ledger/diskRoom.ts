// How much may still be written to a disk.
import { statfsSync } from "node:fs";

/** What is free on the disk of that file or folder, in bytes; null where that is not known. */
export function diskRoom(place: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(place);
    return bavail * bsize;
  } catch {
    return null;
  }
}
