// Splits a stream of bytes into lines: chunks are kept and joined when a line is complete, so that a line of 20 MB
// costs one copy. A line beyond the cap is dropped, but its id is still found.
import type { Oversized } from "./pipe.ts";
import { decodeLine } from "../wire/readText.ts";
import { TopLevelScanner } from "../wire/topLevel.ts";

const LF = 0x0a;
const CR = 0x0d;

/** The largest message that is accepted, in bytes. */
export const MESSAGE_MAX_BYTES = 64 * 1024 * 1024;

export interface LineListener {
  /** @param bytes its length without the line end */
  line(text: string, bytes: number): void;
  /** A line of at least `largeBytes`, without the line end, to be parsed elsewhere. */
  large?(chunks: Uint8Array[], bytes: number): void;
  /** A line beyond the cap has ended; it was dropped. */
  oversized(found: Oversized): void;
}

export interface LineOptions {
  maxBytes: number;
  /** A carriage return alone ends a line too (server-sent events). */
  loneCr: boolean;
  /** Lines of at least this size are passed to `large`, if there is such a handler. */
  largeBytes: number;
}

export class ByteLines {
  readonly #listener: LineListener;
  readonly #options: LineOptions;
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  #beyond: TopLevelScanner | null = null;
  /** Scans a line from half of the cap on, in case it exceeds the cap. */
  #ahead: TopLevelScanner | null = null;
  /** How many of the kept chunks `#ahead` has scanned. */
  #aheadOf = 0;
  #afterCr = false;
  /** The start of a line beyond the cap. */
  #head = "";

  constructor(listener: LineListener, options: Partial<LineOptions> = {}) {
    this.#listener = listener;
    const usual = { maxBytes: MESSAGE_MAX_BYTES, loneCr: false, largeBytes: Infinity };
    this.#options = { ...usual, ...options };
  }

  push(chunk: Uint8Array): void {
    let from = 0;
    if (this.#afterCr && chunk.length > 0) {
      this.#afterCr = false;
      if (chunk[0] === LF) from = 1;
    }
    for (let end = this.#next(chunk, from); end !== -1; end = this.#next(chunk, from)) {
      this.#add(chunk.subarray(from, end));
      this.#emit();
      from = end + 1;
      if (chunk[end] !== CR) continue;
      if (from === chunk.length) this.#afterCr = true;
      else if (chunk[from] === LF) from += 1;
    }
    if (from < chunk.length) this.#add(chunk.subarray(from));
  }

  /** Bytes of the incomplete line. */
  get unfinished(): number {
    return this.#bytes;
  }

  /** Call at the end of the stream: emits what follows the last line end. */
  end(): void {
    if (this.#bytes > 0) this.#emit();
  }

  #next(chunk: Uint8Array, from: number): number {
    const lf = chunk.indexOf(LF, from);
    if (!this.#options.loneCr) return lf;
    const cr = (lf === -1 ? chunk : chunk.subarray(0, lf)).indexOf(CR, from);
    return cr === -1 ? lf : cr;
  }

  #add(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#bytes += part.length;
    if (this.#beyond === null && this.#bytes <= this.#options.maxBytes) {
      this.#chunks.push(part);
      if (this.#bytes > this.#options.maxBytes / 2) this.#readAhead(2 * part.length);
      return;
    }
    if (this.#beyond === null) {
      this.#beyond = this.#readAhead(Infinity);
      this.#head = headOf(this.#chunks);
      this.#chunks = [];
    }
    this.#beyond.push(part);
  }

  /**
   * Scans twice as many kept bytes as have arrived, starting at half of the cap, so that it has caught up when the
   * cap is reached. Scanning everything then would block main for half a second.
   */
  #readAhead(bytes: number): TopLevelScanner {
    this.#ahead ??= new TopLevelScanner();
    for (let left = bytes; left > 0; this.#aheadOf += 1) {
      const kept = this.#chunks[this.#aheadOf];
      if (kept === undefined) break;
      this.#ahead.push(kept);
      left -= kept.length;
    }
    return this.#ahead;
  }

  #emit(): void {
    const [chunks, beyond, bytes] = [this.#chunks, this.#beyond, this.#bytes];
    this.#chunks = [];
    this.#beyond = null;
    this.#ahead = null;
    this.#aheadOf = 0;
    this.#bytes = 0;
    if (beyond !== null) {
      this.#listener.oversized({ id: beyond.id, method: beyond.method, bytes, head: this.#head });
      this.#head = "";
      return;
    }
    const own = chunks.at(-1)?.at(-1) === CR ? bytes - 1 : bytes;
    if (bytes >= this.#options.largeBytes && this.#listener.large !== undefined) {
      this.#listener.large(chunks, own);
    } else this.#listener.line(decodeLine(chunks), own);
  }
}

/** How much of a line beyond the cap is shown. */
const HEAD_BYTES = 16 * 1024;

/** The start of the bytes as text, without a partial character at its end. */
function headOf(chunks: readonly Uint8Array[]): string {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for (const chunk of chunks) {
    if (bytes >= HEAD_BYTES) break;
    parts.push(chunk.subarray(0, HEAD_BYTES - bytes));
    bytes += chunk.length;
  }
  return Buffer.concat(parts)
    .toString("utf8")
    .replace(/\uFFFD+$/, "");
}
