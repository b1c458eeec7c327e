// Pairs up equal items of two lists in order: common prefix and suffix, and the longest common subsequence in
// between.

/** Most cells of the table for the middle part; a larger one counts as different throughout. */
const MAX_CELLS = 1_000_000;

/** Pairs of indices with equal keys, ascending in both lists. */
export function align(a: readonly string[], b: readonly string[]): [number, number][] {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const range = (from: number, to: number, shift: number): [number, number][] =>
    Array.from({ length: to - from }, (_, i) => [from + i, from + i + shift]);
  return [
    ...range(0, start, 0),
    ...common(a.slice(start, a.length - end), b.slice(start, b.length - end)).map(
      ([i, j]): [number, number] => [i + start, j + start],
    ),
    ...range(a.length - end, a.length, b.length - a.length),
  ];
}

/** Longest common subsequence by dynamic programming. */
function common(a: readonly string[], b: readonly string[]): [number, number][] {
  const width = b.length + 1;
  if (a.length === 0 || b.length === 0 || (a.length + 1) * width > MAX_CELLS) return [];
  const table = new Uint32Array((a.length + 1) * width);
  const cell = (i: number, j: number): number => table[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      table[i * width + j] =
        a[i] === b[j] ? cell(i + 1, j + 1) + 1 : Math.max(cell(i + 1, j), cell(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (cell(i + 1, j) >= cell(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}
