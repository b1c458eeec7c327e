// Which characters of a text cannot be seen, or bend what is seen: named above the text, whatever draws it.
import { piecesOf } from "../../src-shared/visible.ts";

/** Most different ones that are named. */
const NAMED_MAX = 12;
/** White space that lays out JSON. */
const LAYOUT = new Set(["U+0009", "U+000A", "U+000D"]);

/** The code points, each once with how often it stands there, in the order in which they come first. */
export function unseenIn(text: string): { code: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const piece of piecesOf(text)) {
    if (piece.kind !== "hidden" || LAYOUT.has(piece.code)) continue;
    counts.set(piece.code, (counts.get(piece.code) ?? 0) + 1);
  }
  return [...counts].map(([code, count]) => ({ code, count }));
}

/** `U+202E, U+200B × 3`, and how many others there are. */
export function namesOf(unseen: readonly { code: string; count: number }[]): {
  names: string;
  more: number;
} {
  const named = unseen.slice(0, NAMED_MAX);
  const names = named.map(({ code, count }) => (count === 1 ? code : `${code} × ${count}`));
  return { names: names.join(", "), more: unseen.length - named.length };
}
