// Bounds how many ended items stay in memory, by count and total size, evicting the oldest first.

export class Shelf {
  readonly #count: number;
  readonly #characters: number;
  /** Sizes by id, in insertion order. */
  readonly #kept = new Map<string, number>();
  #held = 0;

  /** @param characters limit for all items together; the newest is kept whatever its size */
  constructor(count: number, characters: number) {
    this.#count = count;
    this.#characters = characters;
  }

  /** Adds an item; returns those to evict. */
  put(id: string, characters: number): string[] {
    this.#kept.set(id, characters);
    this.#held += characters;
    const leaving: string[] = [];
    for (const [oldest, size] of this.#kept) {
      const over = this.#kept.size > this.#count || this.#held > this.#characters;
      if (!over || oldest === id) break;
      this.#kept.delete(oldest);
      this.#held -= size;
      leaving.push(oldest);
    }
    return leaving;
  }

  /** Removes an item if it is there. */
  take(id: string): void {
    this.#held -= this.#kept.get(id) ?? 0;
    this.#kept.delete(id);
  }
}

/** Number of characters in all texts and names of a value, counting each object once: an estimate of its memory use. */
export function charactersOf(value: unknown): number {
  const seen = new Set<object>();
  const waiting: unknown[] = [value];
  let characters = 0;
  while (waiting.length > 0) {
    const item = waiting.pop();
    if (typeof item === "string") characters += item.length;
    if (typeof item !== "object" || item === null || seen.has(item)) continue;
    seen.add(item);
    for (const [name, field] of Object.entries(item)) {
      characters += name.length;
      waiting.push(field);
    }
  }
  return characters;
}
