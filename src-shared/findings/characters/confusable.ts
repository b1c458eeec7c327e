// Finds words that mix scripts with look-alike letters, or consist of styled letters (UTS #39, section 5).
import { looksLike, skeleton } from "./skeleton.ts";
import { matchesAt } from "../text/scan.ts";
import type { Check } from "../text/detector.ts";

const OTHERS = String.raw`\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}\p{Script=Coptic}`;
const STYLES = String.raw`\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f189}\u{24b6}-\u{24e9}`;
const LATIN = /\p{Script=Latin}/u;
const OTHER = new RegExp(`[${OTHERS}]`, "u");
/** From a letter of another script or a styled one (mathematical, circled) to the end of its word. */
const SUSPECT = new RegExp(`[${OTHERS}${STYLES}][\\p{L}\\p{M}${STYLES}]*`, "uy");
const STYLED = new RegExp(`^(?:[${STYLES}]\\p{M}*){4,}$`, "u");
const LETTER = /[\p{L}\p{M}]/u;
/** Longer runs are not taken for words, in UTF-16 units. */
const WORD_MAX = 80;

export const findConfusables: Check = (text, report, { scan }) => {
  for (const match of matchesAt(text, SUSPECT, scan.odd)) {
    let start = match.index;
    while (start > 0 && match.index - start < WORD_MAX && LETTER.test(text.charAt(start - 1)))
      start -= 1;
    const end = match.index + match[0].length;
    const word = text.slice(start, end);
    if (word.length < 2 || word.length > WORD_MAX) continue;
    const detail = disguised(word);
    if (detail === null) continue;
    report({ kind: "confusable", start, end, detail, spells: skeleton(word) });
  }
};

function disguised(word: string): string | null {
  if (STYLED.test(word)) return "styled";
  if (!LATIN.test(word) || !OTHER.test(word)) return null;
  // Only when each letter of the other script looks like a Latin one; otherwise it may be something like `μm`.
  const others = [...word].filter((letter) => OTHER.test(letter));
  return others.every((letter) => looksLike(letter) !== letter) ? "mixed" : null;
}
