// Detects chat templates that run too long. Templates come with the file and run inside llama.cpp, where nothing else
// could end an infinite loop or a text that grows for ever.

const LOOK_EVERY_MS = 100;

export class TemplateWatch {
  readonly #timer: NodeJS.Timeout;

  /**
   * Calls `tooFar` once, with the elapsed milliseconds, after `most.ms`, or once memory has grown by more than
   * `most.bytes` (if `memory` can tell).
   */
  constructor(
    most: { ms: number; bytes: number },
    memory: () => number | null,
    tooFar: (afterMs: number) => void,
  ) {
    const startedAtMs = Date.now();
    const before = memory();
    this.#timer = setInterval(() => {
      const afterMs = Date.now() - startedAtMs;
      const now = before === null ? null : memory();
      const grown = now === null || before === null ? 0 : now - before;
      if (afterMs < most.ms && grown < most.bytes) return;
      this.end();
      tooFar(afterMs);
    }, LOOK_EVERY_MS);
    this.#timer.unref();
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
