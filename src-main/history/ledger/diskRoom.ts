// Free disk space.
import { statfsSync } from "node:fs";

/** Free bytes on the disk of that file or folder; null if unknown. */
export function diskRoom(place: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(place);
    return bavail * bsize;
  } catch {
    return null;
  }
}
