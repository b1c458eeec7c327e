// Sends texts to the window in order: a large one in pieces, one a turn of the loop, so that neither side stands still
// for all of it; what comes meanwhile waits behind it.

/** What one turn sends, in characters. */
const PIECE_CHARACTERS = 256 * 1024;

export class InPieces {
  readonly #send: (piece: string, first: boolean, last: boolean) => void;
  readonly #waiting: string[] = [];
  /** How much of the first that waits has been sent. */
  #sent = 0;
  #scheduled = false;

  /** @param send `first`: a text begins with this piece; `last`: it is whole with it */
  constructor(send: (piece: string, first: boolean, last: boolean) => void) {
    this.#send = send;
  }

  text(text: string): void {
    if (this.#waiting.length === 0 && text.length <= PIECE_CHARACTERS) {
      this.#send(text, true, true);
      return;
    }
    this.#waiting.push(text);
    this.#later();
  }

  /** There is nobody any more who has the beginning. */
  drop(): void {
    this.#waiting.length = 0;
    this.#sent = 0;
  }

  #later(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#piece();
      if (this.#waiting.length > 0) this.#later();
    });
  }

  #piece(): void {
    const [text] = this.#waiting;
    if (text === undefined) return;
    const piece = text.slice(this.#sent, this.#sent + PIECE_CHARACTERS);
    const first = this.#sent === 0;
    this.#sent += piece.length;
    const last = this.#sent >= text.length;
    if (last) {
      this.#waiting.shift();
      this.#sent = 0;
    }
    this.#send(piece, first, last);
  }
}
