// Knows when a chat template has gone too far. Templates come with the file and run inside llama.cpp, where nothing
// else can end them: neither a loop without end nor a text that grows without end.

const LOOK_EVERY_MS = 100;

export class TemplateWatch {
  readonly #timer: NodeJS.Timeout;

  /**
   * `tooFar` is called once, with the milliseconds that have passed, when more than `most.ms` have, or when
   * memory has grown by more than `most.bytes` (where `memory` can tell it).
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
