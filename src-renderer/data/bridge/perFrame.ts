// Batches pushes per frame: the first is delivered at once, the rest together with the next frame, so the window
// renders once however many arrive.

/** A hidden window has no frames: pushes are delivered at this interval instead, in milliseconds. */
const UNSEEN_MS = 250;

export class PerFrame<T> {
  readonly #take: (items: T[]) => void;
  #waiting: T[] = [];
  /** Something was delivered in the current frame. */
  #framed = false;

  /** @param take receives all of them, in order */
  constructor(take: (items: T[]) => void) {
    this.#take = take;
  }

  add(item: T): void {
    this.#waiting.push(item);
    if (!this.#framed) this.flush();
  }

  /** Delivers what is queued without waiting for a frame. */
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
