// Finds invisible characters and bidi controls in a text, to be listed above it.
import { piecesOf } from "#shared/visible.ts";

/** Most characters to list. */
const NAMED_MAX = 12;
/** White space used in formatted JSON. */
const LAYOUT = new Set(["U+0009", "U+000A", "U+000D"]);

/** The code points in order of first occurrence, with their counts. */
export function unseenIn(text: string): { code: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const piece of piecesOf(text)) {
    if (piece.kind !== "hidden" || LAYOUT.has(piece.code)) continue;
    counts.set(piece.code, (counts.get(piece.code) ?? 0) + 1);
  }
  return [...counts].map(([code, count]) => ({ code, count }));
}

/** Text like `U+202E, U+200B × 3`, and the number of those left out. */
export function namesOf(unseen: readonly { code: string; count: number }[]): {
  names: string;
  more: number;
} {
  const named = unseen.slice(0, NAMED_MAX);
  const names = named.map(({ code, count }) => (count === 1 ? code : `${code} × ${count}`));
  return { names: names.join(", "), more: unseen.length - named.length };
}
