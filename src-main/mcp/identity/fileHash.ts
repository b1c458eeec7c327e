// SHA-256 of files, read in small pieces so that no piece holds anything up; one that has not been written to since
// it was read is not read again.
import { createHash } from "node:crypto";
import { open, stat } from "node:fs/promises";

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
  readonly #open: typeof open;

  constructor(opens: typeof open = open) {
    this.#open = opens;
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
    const file = await this.#open(path);
    try {
      // One buffer for all: a new one for each piece, as a stream has it, takes a fifth more.
      const piece = Buffer.allocUnsafe(PIECE_BYTES);
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop
        const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, null);
        if (bytesRead === 0) return hash.digest("hex");
        hash.update(piece.subarray(0, bytesRead));
      }
    } finally {
      await file.close();
    }
  }
}

/** Null for what is no regular file: a device or a pipe may never end. */
async function stampOf(path: string): Promise<string | null> {
  const facts = await stat(path, { bigint: true });
  if (!facts.isFile()) return null;
  return [facts.dev, facts.ino, facts.size, facts.mtimeNs, facts.ctimeNs].join(" ");
}
