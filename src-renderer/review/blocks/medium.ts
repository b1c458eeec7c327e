// The bytes of an image or a sound, brought from main piece by piece: at once twenty megabytes would hold the window for
// several frames.
import { send } from "../../state/commands.ts";

export interface Medium {
  blob: Blob;
  /** What the bytes show themselves to be; only such types are shown or played. */
  type: string | null;
}

/** Null where it cannot be read, or nobody waits for it any more. */
export async function mediumOf(
  sampleId: string,
  ref: string,
  gone: () => boolean,
): Promise<Medium | null> {
  // Each a blob of its own at once: what is put together of blobs is not copied again.
  const parts: Blob[] = [];
  for (let from = 0; ;) {
    const result = await send("media.read", sampleId, ref, from);
    if (!result.ok || gone()) return null;
    const { bytes, type, total } = result.value;
    parts.push(new Blob([bytes]));
    from += bytes.length;
    if (from >= total) return { blob: new Blob(parts, type === null ? {} : { type }), type };
    // Something else is there under this name by now: its end is not reached.
    if (bytes.length === 0) return null;
  }
}
