// The lines of a growing text in chunks: new text changes the last chunk only, all others keep their identity.

export interface GrowingLine {
  text: string;
  /** It continues the previous piece of a very long line. */
  continues: boolean;
}

export interface LineChunk {
  /** The number of lines before this chunk. */
  before: number;
  lines: readonly GrowingLine[];
  /** Complete: nothing will be added. */
  settled: boolean;
}

/** Lines per chunk, which is what new text lays out again. */
const CHUNK = 48;
/** UTF-16 units per piece of a line, a multiple of the columns at which text wraps. */
const PIECE = 96 * 32;

/** The length of `text` that is complete: half a surrogate pair or half a CRLF at the end is held back. */
export function settledLength(text: string): number {
  const last = text.charCodeAt(text.length - 1);
  return last === 0x0d || isHighSurrogate(last) ? text.length - 1 : text.length;
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

export class GrowingLines {
  #shown = 0;
  #before = 0;
  #closed: LineChunk[] = [];
  #open: GrowingLine[] = [{ text: "", continues: false }];
  #chunks: readonly LineChunk[] = [];

  /** The chunks of `text`, which must start with the text of the last call. The cost depends only on what is new. */
  of(text: string): readonly LineChunk[] {
    const to = settledLength(text);
    if (to > this.#shown || this.#chunks.length === 0) {
      this.#add(text.slice(this.#shown, to));
      this.#shown = Math.max(this.#shown, to);
      this.#chunks = [
        ...this.#closed,
        { before: this.#before, lines: [...this.#open], settled: false },
      ];
    }
    return this.#chunks;
  }

  #add(more: string): void {
    for (const [at, part] of more.split(/\r\n|\r|\n/).entries()) {
      if (at > 0) this.#begin(false);
      this.#grow(part);
    }
  }

  #begin(continues: boolean): void {
    if (this.#open.length >= CHUNK) {
      this.#closed.push({ before: this.#before, lines: this.#open, settled: true });
      this.#before += this.#open.filter((line) => !line.continues).length;
      this.#open = [];
    }
    this.#open.push({ text: "", continues });
  }

  #grow(more: string): void {
    let text = (this.#open.at(-1)?.text ?? "") + more;
    while (text.length > PIECE) {
      const end = isHighSurrogate(text.charCodeAt(PIECE - 1)) ? PIECE - 1 : PIECE;
      this.#write(text.slice(0, end));
      text = text.slice(end);
      this.#begin(true);
    }
    this.#write(text);
  }

  #write(text: string): void {
    const last = this.#open.pop();
    this.#open.push({ text, continues: last?.continues ?? false });
  }
}
