// A queue that serves several keys in turn: a key with many items does not delay those of others.

/** The most items per key, and in all. */
export interface QueueLimits {
  each: number;
  all: number;
}

export class FairQueue<T> {
  readonly #most: QueueLimits;
  /** Items by key, in the order of turns: a key that was served moves to the end. */
  readonly #lines = new Map<string, T[]>();
  #count = 0;

  constructor(most: QueueLimits) {
    this.#most = most;
  }

  /** False if the queue is full. */
  push(requester: string, item: T): boolean {
    const line = this.#lines.get(requester) ?? [];
    if (line.length >= this.#most.each || this.#count >= this.#most.all) return false;
    line.push(item);
    this.#lines.set(requester, line);
    this.#count += 1;
    return true;
  }

  /** The first item of the key whose turn it is. */
  next(): T | undefined {
    const [turn] = this.#lines;
    if (turn === undefined) return undefined;
    const [requester, line] = turn;
    const item = line.shift();
    this.#lines.delete(requester);
    if (line.length > 0) this.#lines.set(requester, line);
    this.#count -= 1;
    return item;
  }

  /** Removes and returns all items. */
  take(): T[] {
    const all = [...this.#lines.values()].flat();
    this.#lines.clear();
    this.#count = 0;
    return all;
  }
}
