// Sends a medium to the window in pieces: 20 MB in one IPC message would block both processes for a tenth of a
// second. What was read is kept until its last piece has been fetched.
import { ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";

/** The bytes of a medium and their detected type; null if the window cannot show it. */
export interface MediumBytes {
  bytes: Uint8Array<ArrayBuffer>;
  type: string | null;
}

/** Bytes per IPC message. */
export const PIECE_BYTES = 1024 * 1024;
/** How long to keep what was read for the next piece; the window may have stopped asking. */
const WAITS_MS = 10_000;

export interface MediumPiece extends MediumBytes {
  /** Size of the whole medium in bytes. */
  total: number;
}

interface Read {
  medium: Promise<Outcome<MediumBytes, Failure>>;
  timer: NodeJS.Timeout | null;
}

export class MediaPieces {
  readonly #read: (requestId: string, ref: string) => Promise<Outcome<MediumBytes, Failure>>;
  readonly #reads = new Map<string, Read>();

  /** @param read reads a whole medium */
  constructor(read: (requestId: string, ref: string) => Promise<Outcome<MediumBytes, Failure>>) {
    this.#read = read;
  }

  /** The piece that starts at byte `from`; empty at the end of the medium. */
  async piece(
    requestId: string,
    ref: string,
    from: number,
  ): Promise<Outcome<MediumPiece, Failure>> {
    const key = `${ref} ${requestId}`;
    const read = this.#reads.get(key) ?? { medium: this.#read(requestId, ref), timer: null };
    this.#reads.set(key, read);
    const medium = await read.medium;
    if (!medium.ok) {
      this.#drop(key, read);
      return medium;
    }
    const { bytes, type } = medium.value;
    const to = Math.min(bytes.length, from + PIECE_BYTES);
    if (to >= bytes.length) this.#drop(key, read);
    else this.#keep(key, read);
    return ok({ bytes: bytes.slice(from, to), type, total: bytes.length });
  }

  #keep(key: string, read: Read): void {
    if (read.timer !== null) clearTimeout(read.timer);
    read.timer = setTimeout(() => this.#drop(key, read), WAITS_MS);
    // The timer must not keep the process alive.
    read.timer.unref();
  }

  #drop(key: string, read: Read): void {
    if (read.timer !== null) clearTimeout(read.timer);
    if (this.#reads.get(key) === read) this.#reads.delete(key);
  }
}
