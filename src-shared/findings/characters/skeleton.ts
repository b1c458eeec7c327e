// Maps a word to the plain letters that it looks like: compatibility forms, marks, look-alikes of other scripts,
// digits used as letters (UTS #39, section 4, for Latin words only).
import data from "../data/confusables.json" with { type: "json" };

const LOOKS_LIKE = new Map<string, string>(
  Object.entries(data.letters).flatMap(([plain, others]) =>
    [...others].map((letter): [string, string] => [letter, plain]),
  ),
);
const IGNORED = /[\p{M}\p{Cf}\u{115f}\u{1160}\u{3164}\u{ffa0}]/gu;
const LEET: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
};

/** The Latin letter that this one looks like, or itself. */
export const looksLike = (letter: string): string => LOOKS_LIKE.get(letter) ?? letter;

const kept = new Map<string, string>();
const KEPT_MAX = 20_000;

/** The word in plain lower-case letters. */
export function skeleton(word: string): string {
  const known = kept.get(word);
  if (known !== undefined) return known;
  let plain = "";
  for (const letter of word.normalize("NFKD").replace(IGNORED, "")) plain += looksLike(letter);
  plain = plain.toLowerCase();
  // Digits count as letters only in a word with letters; a number stays a number.
  if (/[a-z]/u.test(plain)) plain = plain.replace(/[013457@$]/gu, (sign) => LEET[sign] ?? sign);
  if (kept.size >= KEPT_MAX) kept.clear();
  kept.set(word, plain);
  return plain;
}
