// Reads the bytes of an image or audio from main in pieces: twenty megabytes at once would block the window for
// several frames.
import { send } from "#data/commands.ts";

export interface Medium {
  blob: Blob;
  /** The type detected from the bytes; only a detected type is shown or played. */
  type: string | null;
}

/** Null if the medium can't be read, or `unwanted` says that nobody needs it. */
export async function mediumOf(
  requestId: string,
  ref: string,
  unwanted: () => boolean,
): Promise<Medium | null> {
  // Make each piece a blob at once: a blob of blobs does not copy its bytes again.
  const parts: Blob[] = [];
  for (let from = 0; ;) {
    const result = await send("media.read", requestId, ref, from);
    if (!result.ok || unwanted()) return null;
    const { bytes, type, total } = result.value;
    parts.push(new Blob([bytes]));
    from += bytes.length;
    if (from >= total) return { blob: new Blob(parts, type === null ? {} : { type }), type };
    // Short read: the medium changed meanwhile and `total` would never be reached.
    if (bytes.length === 0) return null;
  }
}
