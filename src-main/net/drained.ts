// Back-pressure on a stream that somebody else reads.
import type { Writable } from "node:stream";

/** How much unread output is kept; a message that has begun is kept whole. */
const AHEAD_BYTES = 1024 * 1024;

/** Resolves when the stream has been read or is closed; null if it takes more now. */
export function drained(stream: Writable): Promise<void> | null {
  if (stream.writableLength <= AHEAD_BYTES || stream.destroyed) return null;
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off("drain", done);
      stream.off("close", done);
      resolve();
    };
    stream.once("drain", done);
    stream.once("close", done);
  });
}
