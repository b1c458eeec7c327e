// Hands on together, once a frame, what main tells: however much comes, the window draws once for all of it.

/** A window that is not seen draws no frames: what main tells goes in so often then, in milliseconds. */
const UNSEEN_MS = 250;

export class PerFrame<T> {
  readonly #take: (items: T[]) => void;
  #waiting: T[] = [];

  /** @param take takes all of them in, in order */
  constructor(take: (items: T[]) => void) {
    this.#take = take;
  }

  add(item: T): void {
    this.#waiting.push(item);
    if (this.#waiting.length === 1) nextFrame(() => this.flush());
  }

  /** Hands on what waits, without waiting for a frame. */
  flush(): void {
    if (this.#waiting.length === 0) return;
    const items = this.#waiting;
    this.#waiting = [];
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
