// Work on one request, one piece after another; on different requests, at once.
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs `work` after what was asked for this key before, however that went. */
  take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const now = before.then(work, work);
    this.#last.set(key, now);
    void now
      .catch(() => undefined)
      .then(() => {
        if (this.#last.get(key) === now) this.#last.delete(key);
      });
    return now;
  }

  /** Resolves when nothing is being done. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.allSettled(this.#last.values());
  }
}
