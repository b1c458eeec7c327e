// Which texts are counted next: all that one drawing asks for together, the newest first. What no drawing asks for
// again is not counted: of a text that is being typed only the newest is worth it.

/**
 * Characters that are remembered together, the oldest go first: more than the largest request that is taken, so that
 * what one screen asks for never drives out each other.
 */
const REMEMBERED = 256_000_000;
/** Characters that are counted before anything is told. */
const TOGETHER = 4_000_000;

interface Parts {
  /** Begins to count them; `done` is called with the numbers, in their order. */
  count(texts: string[]): void;
  /** Some are known now: whoever needs others asks again. */
  counted(): void;
}

export class TextQueue {
  readonly #parts: Parts;
  readonly #counts = new Map<string, number>();
  #remembered = 0;
  readonly #waiting = new Set<string>();
  #current: string[] = [];
  #scheduled = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The tokens of a text; null while they are being counted. */
  tokens(text: string): number | null {
    const known = this.#counts.get(text);
    if (known !== undefined) return known;
    if (!this.#waiting.has(text)) this.#waiting.add(text);
    this.#soon();
    return null;
  }

  /** Numbers of those that were given out last; where one is missing, four characters are a token. */
  done(tokens: readonly number[]): void {
    const texts = this.#current;
    this.#current = [];
    texts.forEach((text, at) => this.#remember(text, tokens[at] ?? Math.round(text.length / 4)));
    this.#waiting.clear();
    this.#parts.counted();
    this.#soon();
  }

  /** Once the drawing that asks has asked for all. */
  #soon(): void {
    if (this.#scheduled || this.#current.length > 0 || this.#waiting.size === 0) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      this.#next();
    });
  }

  #next(): void {
    if (this.#current.length > 0 || this.#waiting.size === 0) return;
    let room = TOGETHER;
    for (const text of [...this.#waiting].reverse()) {
      if (this.#current.length > 0 && text.length > room) break;
      room -= text.length;
      this.#current.push(text);
      this.#waiting.delete(text);
    }
    this.#parts.count(this.#current);
  }

  #remember(text: string, tokens: number): void {
    if (this.#counts.has(text)) return;
    this.#counts.set(text, tokens);
    this.#remembered += text.length;
    for (const oldest of this.#counts.keys()) {
      if (this.#remembered <= REMEMBERED) break;
      this.#counts.delete(oldest);
      this.#remembered -= oldest.length;
    }
  }
}
