// Whether a phrase is only talked about, as in an article on attacks, a list of examples or a detection rule.
import { DISCUSSING } from "../phrases/phraseBook.ts";
import { denseOf, textOf } from "./dense.ts";
import { wordsOf } from "./words.ts";

/** How much text around a phrase is checked, in UTF-16 units. */
const AROUND = 300;
const QUOTES: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ["“", "”"],
  ["‘", "’"],
  ["「", "」"],
  ["『", "』"],
  ["«", "»"],
  ["`", "`"],
  ["'", "'"],
  ["《", "》"],
];

/** True when many words around the phrase are about attacks or detection, or one is and the phrase is quoted. */
export function isTalkedAbout(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - AROUND), start);
  const after = text.slice(end, end + AROUND);
  const named = discussed(before) + discussed(after);
  return named >= 3 || (named >= 1 && isQuoted(before, after));
}

function isQuoted(before: string, after: string): boolean {
  const ahead = before.slice(before.lastIndexOf("\n") + 1).slice(-120);
  const [line = ""] = after.split("\n", 1);
  return QUOTES.some(([open, close]) => {
    const opened = ahead.lastIndexOf(open);
    if (opened === -1 || !line.slice(0, 160).includes(close)) return false;
    // The quote must still be open at the phrase.
    return open === close
      ? ahead.split(open).length % 2 === 0
      : !ahead.slice(opened + 1).includes(close);
  });
}

/** The number of distinct words about attacks. */
function discussed(text: string): number {
  const { count, id } = wordsOf(text);
  const words = new Set<number>();
  for (let at = 0; at < count; at += 1) {
    const word = id[at] ?? 0;
    if (DISCUSSING.words[word] === 1) words.add(word);
  }
  const dense = denseOf(text);
  const plain = dense === null ? "" : textOf(dense);
  return words.size + DISCUSSING.dense.filter((word) => plain.includes(word)).length;
}
