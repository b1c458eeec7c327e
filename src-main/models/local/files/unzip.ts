// Extracts one entry of a zip file without reading the rest into memory.
import type { Readable } from "node:stream";

/**
 * A stream of the unpacked bytes of entry `name`. Rejects for an archive without it, or in a form that isn't read:
 * encrypted, in several parts, packed otherwise than by deflate.
 */
export async function openEntry(archive: string, name: string): Promise<Readable> {
  // Loaded with the first archive: most users have none.
  const { openPromise } = await import("yauzl");
  const zip = await openPromise(archive);
  // The stream keeps the file open; leaving the loop closes it for everything else.
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName === name) return zip.openReadStreamPromise(entry);
  }
  throw new Error(`${name} is not in the archive`);
}
