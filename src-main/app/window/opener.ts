// Opens requests in the window: at once where it listens, otherwise as soon as it has taken its content.
import type { Opening } from "../../../src-shared/ipc/opening.ts";

export interface OpenerParts {
  /** Brings the window to the front. */
  show(): void;
  push(change: { kind: "open"; what: Opening }): void;
}

export class Opener {
  readonly #parts: OpenerParts;
  /** Asked for last, while no window listens. */
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

  /** A new window: it hears nothing yet. */
  starts(): void {
    this.#listens = false;
  }

  /** The window has its content, and hears what comes after it. */
  began(): void {
    this.#listens = true;
    if (this.#next !== null) this.#parts.push({ kind: "open", what: this.#next });
    this.#next = null;
  }
}
