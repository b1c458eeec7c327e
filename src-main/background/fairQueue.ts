// A queue in which askers take turns: however many one of them has in line, the next of another is never further away
// than one of each.

/** How many of one asker may be in line, and of all together. */
export interface TurnsMost {
  each: number;
  all: number;
}

export class FairQueue<T> {
  readonly #most: TurnsMost;
  /** By asker, in the order of their turns: whoever had one goes to the end. */
  readonly #lines = new Map<string, T[]>();
  #count = 0;

  constructor(most: TurnsMost) {
    this.#most = most;
  }

  /** False: there is no room in line. */
  push(asker: string, item: T): boolean {
    const line = this.#lines.get(asker) ?? [];
    if (line.length >= this.#most.each || this.#count >= this.#most.all) return false;
    line.push(item);
    this.#lines.set(asker, line);
    this.#count += 1;
    return true;
  }

  /** The first in line of the asker whose turn it is. */
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

  /** Empties it. */
  take(): T[] {
    const all = [...this.#lines.values()].flat();
    this.#lines.clear();
    this.#count = 0;
    return all;
  }
}
