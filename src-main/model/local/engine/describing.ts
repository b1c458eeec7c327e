// Knows who waits to hear what the machine offers to llama.cpp.
import type { EngineDescription } from "./protocol.ts";

/** Longer than any binary takes to load; then nothing is known. */
const WAIT_MS = 15_000;

export class Describing {
  #waiting: ((description: EngineDescription | null) => void)[] = [];

  async wait(): Promise<EngineDescription | null> {
    return new Promise((resolve) => {
      const late = setTimeout(() => resolve(null), WAIT_MS);
      late.unref();
      this.#waiting.push((description) => {
        clearTimeout(late);
        resolve(description);
      });
    });
  }

  answer(description: EngineDescription | null): void {
    for (const resolve of this.#waiting.splice(0)) resolve(description);
  }
}
