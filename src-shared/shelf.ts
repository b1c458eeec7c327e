// What has ended and is kept in memory for a while: so many, so large together, the oldest leaving first.

export class Shelf {
  readonly #count: number;
  readonly #characters: number;
  /** By id with their sizes, in the order in which they came. */
  readonly #kept = new Map<string, number>();
  #held = 0;

  /** @param characters of all together; the newest stays however large it is */
  constructor(count: number, characters: number) {
    this.#count = count;
    this.#characters = characters;
  }

  /** Puts one there; gives those that have to leave for it. */
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

  /** Takes one away, when it is there. */
  take(id: string): void {
    this.#held -= this.#kept.get(id) ?? 0;
    this.#kept.delete(id);
  }
}

/** Characters in all texts and names of a value, each object counted once: about what it costs to keep. */
export function charactersOf(value: unknown): number {
  const seen = new Set<object>();
  const waiting: unknown[] = [value];
  let characters = 0;
  while (waiting.length > 0) {
    const item = waiting.pop();
    if (typeof item === "string") characters += item.length;
    if (typeof item !== "object" || item === null || seen.has(item)) continue;
    seen.add(item);
    for (const [name, member] of Object.entries(item)) {
      characters += name.length;
      waiting.push(member);
    }
  }
  return characters;
}
