// Finds many strings in a text in one pass (Aho-Corasick): the cost is linear in the text, however many patterns
// there are and however they overlap.

/** Longer patterns are in the trie by this prefix only, and compared in full where it matches. */
const PREFIX = 64;
const ROOT = 0;
const NONE = -1;

export interface Found {
  start: number;
  end: number;
  pattern: string;
}

/** The edges of the trie by node and UTF-16 unit, in an open-addressed hash table. */
class Edges {
  #from = new Int32Array(1024).fill(NONE);
  #unit = new Uint16Array(1024);
  #to = new Int32Array(1024);
  #count = 0;

  get(from: number, unit: number): number {
    const slot = this.#slot(from, unit);
    return this.#from[slot] === NONE ? NONE : (this.#to[slot] ?? NONE);
  }

  add(from: number, unit: number, to: number): void {
    if (this.#count * 2 >= this.#from.length) this.#grow();
    this.#put(from, unit, to);
    this.#count += 1;
  }

  #put(from: number, unit: number, to: number): void {
    const slot = this.#slot(from, unit);
    this.#from[slot] = from;
    this.#unit[slot] = unit;
    this.#to[slot] = to;
  }

  #slot(from: number, unit: number): number {
    const mask = this.#from.length - 1;
    let slot = (Math.imul(from, 0x9e3779b1) ^ Math.imul(unit + 1, 0x85ebca6b)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & mask;
    while (this.#from[slot] !== NONE && (this.#from[slot] !== from || this.#unit[slot] !== unit)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #grow(): void {
    const [from, unit, to] = [this.#from, this.#unit, this.#to];
    this.#from = new Int32Array(from.length * 2).fill(NONE);
    this.#unit = new Uint16Array(from.length * 2);
    this.#to = new Int32Array(from.length * 2);
    from.forEach((node, slot) => {
      if (node !== NONE) this.#put(node, unit[slot] ?? 0, to[slot] ?? NONE);
    });
  }
}

export class Patterns {
  readonly #patterns: readonly string[];
  readonly #edges = new Edges();
  /** The edges of the root, as most characters of a text leave it at the root. */
  readonly #first = new Int32Array(65_536).fill(NONE);
  /** By node: where to continue when no edge matches, and the next node along these links where a pattern ends. */
  readonly #fail: number[] = [ROOT];
  readonly #shorter: number[] = [NONE];
  /** Nodes by depth, each with its parent and the unit from it. */
  readonly #levels: { node: number; from: number; unit: number }[][] = [];
  /** By node: the pattern that ends there. */
  readonly #ends: number[] = [NONE];
  /** By node: the long patterns with this prefix. */
  readonly #long = new Map<number, number[]>();

  /** Empty patterns are never found; of equal ones only the first. */
  constructor(patterns: readonly string[]) {
    this.#patterns = patterns;
    patterns.forEach((pattern, at) => this.#add(pattern, at));
    this.#link();
  }

  /** Reports at each position the longest pattern that ends there, and every pattern longer than 64 units. */
  each(text: string, tell: (found: Found) => void): void {
    let node = ROOT;
    for (let index = 0; index < text.length; index += 1) {
      node = this.#next(node, text.charCodeAt(index));
      if (node === ROOT) continue;
      const last = this.#ends[node] === NONE ? (this.#shorter[node] ?? NONE) : node;
      if (last !== NONE) this.#tell(this.#ends[last] ?? NONE, index + 1, tell);
      this.#longFrom(node, text, index + 1, tell);
    }
  }

  /** The patterns that occur in the text. */
  heldBy(text: string): Set<string> {
    const held = new Set<string>();
    const seen = new Set<number>();
    let node = ROOT;
    for (let index = 0; index < text.length; index += 1) {
      node = this.#next(node, text.charCodeAt(index));
      if (node === ROOT) continue;
      for (let at = node; at !== NONE && !seen.has(at); at = this.#shorter[at] ?? NONE) {
        // Not every node is the end of a pattern.
        if (this.#ends[at] !== NONE) {
          seen.add(at);
          held.add(this.#patterns[this.#ends[at] ?? NONE] ?? "");
        }
      }
      this.#longFrom(node, text, index + 1, ({ pattern }) => held.add(pattern));
    }
    return held;
  }

  /** Whether any pattern occurs in the text. */
  isIn(text: string): boolean {
    return this.heldBy(text).size > 0;
  }

  #tell(at: number, end: number, tell: (found: Found) => void): void {
    const pattern = this.#patterns[at] ?? "";
    tell({ start: end - pattern.length, end, pattern });
  }

  #longFrom(node: number, text: string, end: number, tell: (found: Found) => void): void {
    const long = this.#long.size === 0 ? undefined : this.#long.get(node);
    for (const at of long ?? []) {
      const pattern = this.#patterns[at] ?? "";
      const start = end - PREFIX;
      if (text.startsWith(pattern, start)) {
        tell({ start, end: start + pattern.length, pattern });
      }
    }
  }

  #next(from: number, unit: number): number {
    for (let node = from; node !== ROOT; node = this.#fail[node] ?? ROOT) {
      const to = this.#edges.get(node, unit);
      if (to !== NONE) return to;
    }
    const to = this.#first[unit] ?? NONE;
    return to === NONE ? ROOT : to;
  }

  #add(pattern: string, at: number): void {
    let node = ROOT;
    const length = Math.min(pattern.length, PREFIX);
    for (let index = 0; index < length; index += 1) {
      const unit = pattern.charCodeAt(index);
      let to = (node === ROOT ? this.#first[unit] : this.#edges.get(node, unit)) ?? NONE;
      if (to === NONE) {
        to = this.#fail.push(ROOT) - 1;
        this.#shorter.push(NONE);
        this.#ends.push(NONE);
        if (node === ROOT) this.#first[unit] = to;
        else this.#edges.add(node, unit, to);
        (this.#levels[index] ??= []).push({ node: to, from: node, unit });
      }
      node = to;
    }
    if (pattern.length > PREFIX) {
      const long = this.#long.get(node) ?? [];
      this.#long.set(node, long);
      long.push(at);
    } else if (node !== ROOT && this.#ends[node] === NONE) this.#ends[node] = at;
  }

  /** By depth, as the links of longer prefixes build on those of shorter ones. */
  #link(): void {
    for (const { node, from, unit } of this.#levels.flat()) {
      const fail = from === ROOT ? ROOT : this.#next(this.#fail[from] ?? ROOT, unit);
      this.#fail[node] = fail;
      this.#shorter[node] = this.#ends[fail] === NONE ? (this.#shorter[fail] ?? NONE) : fail;
    }
  }
}
