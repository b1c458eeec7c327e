// SHA-256 of files, read in small pieces so that no piece holds anything up; one that has not been written to since
// it was read is not read again.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";

/** A piece is hashed in well under a millisecond; between two the loop turns. */
const PIECE_BYTES = 256 * 1024;
const KNOWN_MAX = 500;

/** What tells that a file was not written to or replaced: its change time cannot be set by a program. */
interface Known {
  stamp: string;
  sha256: string;
}

export class FileHashes {
  readonly #known = new Map<string, Known>();
  readonly #open: typeof createReadStream;

  constructor(open: typeof createReadStream = createReadStream) {
    this.#open = open;
  }

  /** Hash (hex) of the regular file at `path`; null where there is none or it cannot be read. */
  async of(path: string): Promise<string | null> {
    try {
      const stamp = await stampOf(path);
      if (stamp === null) return null;
      const known = this.#known.get(path);
      if (known?.stamp === stamp) return known.sha256;
      const sha256 = await this.#read(path);
      // Written to while it was read: what was read may never have been there as a whole.
      if ((await stampOf(path)) !== stamp) return await this.#read(path);
      if (this.#known.size >= KNOWN_MAX) this.#known.clear();
      this.#known.set(path, { stamp, sha256 });
      return sha256;
    } catch {
      return null;
    }
  }

  async #read(path: string): Promise<string> {
    const hash = createHash("sha256");
    for await (const piece of this.#open(path, { highWaterMark: PIECE_BYTES })) hash.update(piece);
    return hash.digest("hex");
  }
}

/** Null for what is no regular file: a device or a pipe may never end. */
async function stampOf(path: string): Promise<string | null> {
  const facts = await stat(path, { bigint: true });
  if (!facts.isFile()) return null;
  return [facts.dev, facts.ino, facts.size, facts.mtimeNs, facts.ctimeNs].join(" ");
}
