// A medium on its way to the window, a piece a call: twenty megabytes that cross at once hold both processes for a tenth
// of a second. What has been read stays until its last piece was asked for.
import { ok } from "../../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";

/** The bytes of a medium and the type that they show, where it is one that the window can show. */
export interface MediumBytes {
  bytes: Uint8Array<ArrayBuffer>;
  type: string | null;
}

/** Bytes that cross together. */
export const PIECE_BYTES = 1024 * 1024;
/** How long what was read waits for the next piece to be asked for: a window that looks elsewhere asks for none. */
const WAITS_MS = 10_000;

export interface MediumPiece extends MediumBytes {
  /** Bytes of the whole. */
  total: number;
}

interface Read {
  medium: Promise<Outcome<MediumBytes, Failure>>;
  timer: NodeJS.Timeout | null;
}

export class MediaPieces {
  readonly #read: (sampleId: string, ref: string) => Promise<Outcome<MediumBytes, Failure>>;
  readonly #reads = new Map<string, Read>();

  /** @param read the whole of a medium */
  constructor(read: (sampleId: string, ref: string) => Promise<Outcome<MediumBytes, Failure>>) {
    this.#read = read;
  }

  /** The piece of a medium that begins at a byte; empty from its end on. */
  async piece(sampleId: string, ref: string, from: number): Promise<Outcome<MediumPiece, Failure>> {
    const key = `${ref} ${sampleId}`;
    const read = this.#reads.get(key) ?? { medium: this.#read(sampleId, ref), timer: null };
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
    // It keeps the app from nothing.
    read.timer.unref();
  }

  #drop(key: string, read: Read): void {
    if (read.timer !== null) clearTimeout(read.timer);
    if (this.#reads.get(key) === read) this.#reads.delete(key);
  }
}
