// How many lines two texts differ by, for "+3 −1"; the diff itself is the editor's.

/** Lines only in the newer text, lines only in the older one. */
export interface LineCount {
  added: number;
  removed: number;
}

/** With more differing lines than this, the differing part counts as replaced: the search is quadratic. */
const MAX_DISTANCE = 1500;

/** The smallest number of lines to add and remove (Myers 1986), or an upper bound for very different texts. */
export function countLines(from: string, to: string): LineCount {
  if (from === to) return { added: 0, removed: 0 };
  const [a, b] = differingPart(linesOf(from), linesOf(to));
  const distance = editDistance(a, b);
  if (distance === null) return { added: b.length, removed: a.length };
  // Every edit adds or removes one line, and added − removed is the difference in length.
  const added = (distance + b.length - a.length) / 2;
  return { added, removed: distance - added };
}

const linesOf = (text: string): string[] => (text === "" ? [] : text.split("\n"));

/** Both lists without their common prefix and suffix. */
function differingPart(a: string[], b: string[]): [string[], string[]] {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)];
}

/** Length of the shortest edit script; null when it is longer than `MAX_DISTANCE`. */
function editDistance(a: string[], b: string[]): number | null {
  const limit = Math.min(a.length + b.length, MAX_DISTANCE);
  // Furthest index in `a` on each diagonal (index in a − index in b), offset by `zero`.
  const zero = limit + 1;
  const furthest = new Int32Array(2 * limit + 3);
  const reach = (k: number): number => furthest[zero + k] ?? 0;
  for (let distance = 0; distance <= limit; distance += 1) {
    for (let k = -distance; k <= distance; k += 2) {
      const down = k === -distance || (k !== distance && reach(k - 1) < reach(k + 1));
      let x = down ? reach(k + 1) : reach(k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      furthest[zero + k] = x;
      if (x >= a.length && x - k >= b.length) return distance;
    }
  }
  return null;
}
