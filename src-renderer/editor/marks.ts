// Changed lines and findings, as the gutter and the text show them.

/** A place in a text, in UTF-16 units from its start. */
export interface Span {
  start: number;
  end: number;
  /** How it is drawn: a serious finding, another finding, or a placeholder. */
  tone?: "high" | "low" | "placeholder";
  /**
   * Which code points are shown after it: `look-alikes`, the non-ASCII ones; `none`, none; undefined, those that the
   * editor does not already draw itself.
   */
  codes?: "look-alikes" | "none";
  /** The tooltip: our own text, never external text. */
  words?: string;
}

/**
 * Lines of `now` (from 1) that differ from `before`, by the longest common subsequence of lines within the part that
 * differs. If that part is very large, all of it counts as changed.
 */
export function changedLines(before: string, now: string): number[] {
  if (before === now) return [];
  const a = before.split("\n");
  const b = now.split("\n");
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA -= 1;
    endB -= 1;
  }
  const kept = commonLines(a.slice(start, endA), b.slice(start, endB));
  const changed: number[] = [];
  for (let line = start; line < endB; line += 1)
    if (!kept.has(line - start)) changed.push(line + 1);
  // Lines were only deleted: mark the line that follows them.
  if (changed.length === 0) changed.push(Math.min(start + 1, b.length));
  return changed;
}

const mostCells = 4_000_000;

/** Indices of `b` that belong to a longest common subsequence with `a`. */
function commonLines(a: readonly string[], b: readonly string[]): Set<number> {
  if (a.length * b.length > mostCells) return new Set();
  const width = b.length + 1;
  const table = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      table[i * width + j] =
        a[i] === b[j]
          ? (table[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(table[(i + 1) * width + j] ?? 0, table[i * width + j + 1] ?? 0);
    }
  }
  const kept = new Set<number>();
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      kept.add(j);
      i += 1;
      j += 1;
    } else if ((table[(i + 1) * width + j] ?? 0) >= (table[i * width + j + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return kept;
}

/** The line (from 1) in which `offset` lies. */
export function lineOf(text: string, offset: number): number {
  let line = 1;
  if (!text.includes("\r")) {
    for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) {
      line += 1;
    }
    return line;
  }
  const pattern = /\r\n|\r|\n/g;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (match.index >= offset) break;
    line += 1;
  }
  return line;
}
