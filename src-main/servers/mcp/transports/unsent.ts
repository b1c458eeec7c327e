// Back-pressure of a server over HTTP, to which every message is a request of its own.

/** How many characters may wait, beside the message that has begun. */
const AHEAD_CHARACTERS = 1024 * 1024;

export class Unsent {
  #characters = 0;
  #waiting: (() => void)[] = [];

  /** Counts a message until the returned function is called, for the first time. */
  begin(characters: number): () => void {
    let isOpen = true;
    this.#characters += characters;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.#characters -= characters;
      if (this.#characters > AHEAD_CHARACTERS) return;
      for (const resolve of this.#waiting.splice(0)) resolve();
    };
  }

  /** Resolves when more can be taken; null if it can be now. */
  ready(): Promise<void> | null {
    if (this.#characters <= AHEAD_CHARACTERS) return null;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
