// Hands on what main tells once a frame: at once what comes first, the rest together with the next frame. However much
// comes, the window draws once for all of it.

/** A window that is not seen draws no frames: what main tells goes in so often then, in milliseconds. */
const UNSEEN_MS = 250;

export class PerFrame<T> {
  readonly #take: (items: T[]) => void;
  #waiting: T[] = [];
  /** Something was handed on since the last frame. */
  #framed = false;

  /** @param take takes all of them in, in order */
  constructor(take: (items: T[]) => void) {
    this.#take = take;
  }

  add(item: T): void {
    this.#waiting.push(item);
    if (!this.#framed) this.flush();
  }

  /** Hands on what waits, without waiting for a frame. */
  flush(): void {
    if (this.#waiting.length === 0) return;
    const items = this.#waiting;
    this.#waiting = [];
    if (!this.#framed) {
      this.#framed = true;
      nextFrame(() => {
        this.#framed = false;
        this.flush();
      });
    }
    this.#take(items);
  }
}

function nextFrame(call: () => void): void {
  const once = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    call();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, UNSEEN_MS);
}
