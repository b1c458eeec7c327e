// Whether a phrase is only talked about: in an article on attacks, a list of examples, a rule of what to detect.
import { DISCUSSING } from "../phrases/phraseBook.ts";
import { denseOf, textOf } from "./dense.ts";
import { wordsOf } from "./words.ts";

/** So far around a phrase is looked at, in UTF-16 units. */
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

/** Only what stands in quotes counts, and only where the words around speak of attacks or their detection. */
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
    // Between the opening quote and the phrase nothing closes it.
    return open === close
      ? ahead.split(open).length % 2 === 0
      : !ahead.slice(opened + 1).includes(close);
  });
}

/** How many different words speak of attacks. */
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
