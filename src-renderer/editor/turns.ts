// Who of the blocks that came into view together gets its editor next: as many a frame as fit into it. Until its turn a
// block stands there as plain text of the same height, so that one with twenty blocks holds up no frame.

/** So much of a frame may go into editors, in milliseconds. */
const SHARE_MS = 12;
/** What an editor is taken to cost before any was seen: a recycled one of a short text. */
const FIRST_MS = 6;
const MOST = 8;

export interface TurnParts {
  /** Calls back once, when the window draws next. */
  nextFrame(call: () => void): void;
}

export class Turns {
  readonly #parts: TurnParts;
  readonly #waiting = new Set<() => void>();
  /** What an editor costs, as the latest ones have told. */
  #costMs = FIRST_MS;
  #left: number | null = null;

  constructor(parts: TurnParts) {
    this.#parts = parts;
  }

  /** Calls back when it is its turn: at once where this frame has room. The function that is given takes it back. */
  wait(call: () => void): () => void {
    const mine = (): void => call();
    this.#waiting.add(mine);
    if (this.#left === null) this.#frame();
    this.#next();
    return () => this.#waiting.delete(mine);
  }

  /** Takes a turn in this frame, where it has room for one more. */
  takes(): boolean {
    if (this.#left === null) this.#frame();
    if (this.#left === null || this.#left <= 0) return false;
    this.#left -= 1;
    return true;
  }

  /** One has got its editor, which took so long. */
  took(ms: number): void {
    this.#costMs = (this.#costMs + ms) / 2;
  }

  #frame(): void {
    this.#left = Math.min(MOST, Math.max(1, Math.floor(SHARE_MS / this.#costMs)));
    this.#parts.nextFrame(() => {
      if (this.#waiting.size === 0) this.#left = null;
      else this.#frame();
      this.#next();
    });
  }

  #next(): void {
    for (const call of this.#waiting) {
      if (this.#left === null || this.#left <= 0) return;
      this.#left -= 1;
      this.#waiting.delete(call);
      call();
    }
  }
}
