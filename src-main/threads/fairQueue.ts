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
  push(asker: string, item: T): boolean {
    const line = this.#lines.get(asker) ?? [];
    if (line.length >= this.#most.each || this.#count >= this.#most.all) return false;
    line.push(item);
    this.#lines.set(asker, line);
    this.#count += 1;
    return true;
  }

  /** The first item of the key whose turn it is. */
  next(): T | undefined {
    const [turn] = this.#lines;
    if (turn === undefined) return undefined;
    const [asker, line] = turn;
    const item = line.shift();
    this.#lines.delete(asker);
    if (line.length > 0) this.#lines.set(asker, line);
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
