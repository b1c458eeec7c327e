// Reads what a server writes to stderr, within limits per period: some of it is shown, more is counted and dropped
// except for its end, and the rest waits in the server's pipe.
import { ByteLines } from "./byteLines.ts";
import { untilEnd } from "./jobQueue.ts";

export interface StderrBounds {
  /** The length of a period. */
  periodMs: number;
  /** Lines and bytes shown per period. */
  lines: number;
  bytes: number;
  /** Bytes read per period. */
  readBytes: number;
}

const BOUNDS: StderrBounds = {
  periodMs: 1000,
  lines: 10_000,
  bytes: 1024 * 1024,
  readBytes: 8 * 1024 * 1024,
};
/** Of a longer line only its size is shown. */
const LINE_BYTES = 1024 * 1024;
/** Lines shown in a period after one in which something was dropped, so that the note about it stays in view. */
const FLOOD_LINES = 100;
/** Bytes split at once; also how much of the end of what was dropped is shown. */
const STEP_BYTES = 1024;
const LF = 0x0a;

export class StderrReader {
  readonly #show: (text: string) => void;
  readonly #bounds: StderrBounds;
  readonly #lines: ByteLines;
  #linesMost: number;
  #shownLines = 0;
  #shownBytes = 0;
  #readBytes = 0;
  /** Bytes dropped in this period, and the last of them. */
  #dropped = 0;
  #tail: Uint8Array = new Uint8Array();
  #timer: NodeJS.Timeout | null = null;
  #period: Promise<void> = Promise.resolve();
  #endPeriod: () => void = () => {};
  #ended = false;

  constructor(say: (text: string) => void, bounds: Partial<StderrBounds> = {}) {
    this.#bounds = { ...BOUNDS, ...bounds };
    this.#linesMost = this.#bounds.lines;
    this.#show = say;
    this.#lines = new ByteLines(
      {
        line: (text) => this.#line(text),
        oversized: ({ bytes }) => this.#line(`[a line of ${bytes} bytes]`),
      },
      { maxBytes: LINE_BYTES },
    );
  }

  /** Resolves at the end of the stream. */
  async read(stream: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const chunk of untilEnd(stream)) {
      this.#take(chunk);
      if (this.#readBytes >= this.#bounds.readBytes && !this.#ended) await this.#period;
    }
    this.finish();
  }

  /** The server has exited: shows what it wrote last, and stops waiting. */
  finish(): void {
    this.#ended = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#nextPeriod();
    this.#lines.end();
  }

  #take(chunk: Uint8Array): void {
    if (this.#timer === null) {
      this.#period = new Promise((resolve) => (this.#endPeriod = resolve));
      this.#timer = setTimeout(() => this.#nextPeriod(), this.#bounds.periodMs);
      this.#timer.unref();
    }
    this.#readBytes += chunk.length;
    let from = 0;
    while (from < chunk.length && this.#mayShow()) {
      const step = chunk.subarray(from, from + STEP_BYTES);
      this.#shownBytes += step.length;
      from += step.length;
      this.#lines.push(step);
    }
    if (from === chunk.length) return;
    // Don't join an incomplete line with what follows the gap.
    if (this.#dropped === 0) this.#lines.end();
    this.#dropped += chunk.length - from;
    this.#tail = chunk.subarray(Math.max(from, chunk.length - STEP_BYTES));
  }

  #mayShow(): boolean {
    const isFull = this.#shownLines >= this.#linesMost || this.#shownBytes >= this.#bounds.bytes;
    return this.#dropped === 0 && !isFull;
  }

  #line(text: string): void {
    this.#shownLines += 1;
    this.#show(text);
  }

  #nextPeriod(): void {
    const [left, tail] = [this.#dropped, this.#tail];
    this.#timer = null;
    this.#linesMost = left > 0 ? Math.min(this.#bounds.lines, FLOOD_LINES) : this.#bounds.lines;
    [this.#dropped, this.#shownLines, this.#shownBytes, this.#readBytes] = [0, 0, 0, 0];
    this.#tail = new Uint8Array();
    if (left > 0) {
      this.#show(`[${left} bytes of stderr were left out: more came than can be shown]`);
      this.#lines.push(withoutHalfLine(tail));
    }
    this.#endPeriod();
  }
}

/** The text without its first line, which is incomplete. */
function withoutHalfLine(tail: Uint8Array): Uint8Array {
  const end = tail.indexOf(LF);
  return end === tail.length - 1 ? tail : tail.subarray(end + 1);
}
