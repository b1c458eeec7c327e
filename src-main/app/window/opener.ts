// Opens requests in the window: at once if it listens, otherwise when it has loaded.
import type { Opening } from "#shared/contract/opening.ts";

export interface OpenerParts {
  /** Brings the window to the front. */
  show(): void;
  push(change: { kind: "open"; what: Opening }): void;
}

export class Opener {
  readonly #parts: OpenerParts;
  /** The last request to open while no window listened. */
  #next: Opening | null = null;
  #listens = false;

  constructor(parts: OpenerParts) {
    this.#parts = parts;
  }

  open(what: Opening): void {
    this.#parts.show();
    this.#next = what;
    if (this.#listens) this.began();
  }

  /** A new window is loading and does not listen yet. */
  starts(): void {
    this.#listens = false;
  }

  /** The window has its snapshot and receives pushes from now on. */
  began(): void {
    this.#listens = true;
    if (this.#next !== null) this.#parts.push({ kind: "open", what: this.#next });
    this.#next = null;
  }
}
