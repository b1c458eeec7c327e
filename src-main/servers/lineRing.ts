// A server's newest lines of output, within limits; dropped lines are counted.
import type { ServerLine } from "#shared/servers/server.ts";

export const LINES_KEPT = 2000;
/** Bounds memory even if a few lines are huge. */
const CHARACTERS_KEPT = 8_000_000;

export class LineRing {
  #lines: ServerLine[] = [];
  #characters = 0;
  dropped = 0;

  add(line: ServerLine): void {
    this.#lines.push(line);
    this.#characters += line.text.length;
    let gone = 0;
    while (
      this.#lines.length - gone > LINES_KEPT ||
      (this.#characters > CHARACTERS_KEPT && this.#lines.length - gone > 1)
    ) {
      this.#characters -= this.#lines[gone]?.text.length ?? 0;
      gone += 1;
    }
    if (gone === 0) return;
    this.#lines = this.#lines.slice(gone);
    this.dropped += gone;
  }

  /** Oldest first. */
  all(): ServerLine[] {
    return [...this.#lines];
  }
}
