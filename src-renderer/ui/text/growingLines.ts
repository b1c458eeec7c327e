// The lines of a text that only grows, in chunks: what is new changes the last chunk, all others stay the same objects.

export interface GrowingLine {
  text: string;
  /** Part of the same line as the one before: a very long line is laid out in several pieces. */
  continues: boolean;
}

export interface LineChunk {
  /** Numbered lines before it. */
  before: number;
  lines: readonly GrowingLine[];
  /** Nothing is added to it any more. */
  settled: boolean;
}

/** Lines in a chunk: what is laid out again when something comes. */
const CHUNK = 48;
/** UTF-16 units of a line that are laid out together: a multiple of the columns at which paper wraps. */
const PIECE = 96 * 32;

/** How much of `text` may be shown: half of a surrogate pair and half of a CRLF wait for their other half. */
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

  /** The chunks of the text as it is now: longer than before, otherwise the same. Costs what is new. */
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
