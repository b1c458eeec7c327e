// What counts as a word when texts are searched: one normalisation and one list of terms, for the index on disk
// (FTS5) and for what is searched in memory. A phrase is found where its terms stand one after the other.

/** Scripts written without spaces between words: their runs are kept as pairs of characters. */
const SCRIPTS = ["Han", "Hiragana", "Katakana", "Hangul", "Bopomofo", "Yi"];
const MORE_SCRIPTS = ["Thai", "Lao", "Khmer", "Myanmar"];
/** U+30FC, the long vowel mark of Japanese, belongs to two scripts and is therefore in none of them. */
const PAIRED = `${[...SCRIPTS, ...MORE_SCRIPTS].map((name) => `\\p{Script=${name}}`).join("")}\\u30fc`;

const RUNS = new RegExp(`([${PAIRED}]+)|(?:(?![${PAIRED}])[\\p{L}\\p{N}\\p{M}])+`, "gu");
const ASCII_RUNS = /[a-z0-9]+/g;
// Any other character is foreign here: a control character is none of ASCII's text either.
const PLAIN = /^[\t\n\r\x20-\x7e]*$/;
/** What is drawn as nothing would hide a word from who searches for it. */
/** Half of a surrogate pair cannot be written to a file. */
const HALVES = /[\ud800-\udfff]/gu;
const UNSEEN = /\ufeff|(?![\s\u0085])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu;

/** A longer run is several terms: FTS5 cuts a token off at 32 KiB. Counted in UTF-16 units. */
const TERM_MAX = 128;
/** Between two texts: a private-use character is part of no word, so no phrase reaches from one into the next. */
const BETWEEN = "\ue000";

/**
 * One form for texts that people take as the same: compatibility forms (full and half width, ligatures) as NFKC
 * has them, lower case, both forms of the Greek sigma as one, and no characters that are drawn as nothing. Folding
 * twice changes nothing. Accents stay: they tell words apart.
 */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  const whole = text.replace(HALVES, "\ufffd").replace(UNSEEN, "");
  const lower = whole.normalize("NFKC").toLowerCase().replaceAll("ς", "σ");
  return lower.normalize("NFKC").replace(UNSEEN, "");
}

/** The same for a short value that is compared as a whole: white space as one space, none at the ends. */
export const foldValue = (value: string): string => fold(value).replace(/\s+/gu, " ").trim();

/**
 * The terms of a text, in order: words of letters, digits and marks; a run in a script without spaces as each pair
 * of neighbours and its last character alone, so that any part of it can be found (协议书: 协议, 议书, 书).
 */
export function* termsOf(text: string): Generator<string> {
  const folded = fold(text);
  if (PLAIN.test(folded)) {
    for (const [word] of folded.matchAll(ASCII_RUNS)) yield* pieces(word);
    return;
  }
  for (const [run, paired] of folded.matchAll(RUNS)) {
    if (paired === undefined) yield* pieces(run);
    else yield* pairs(paired);
  }
}

function* pieces(word: string): Generator<string> {
  if (word.length <= TERM_MAX) yield word;
  else {
    const characters = [...word];
    for (let at = 0; at < characters.length; at += TERM_MAX / 2) {
      yield characters.slice(at, at + TERM_MAX / 2).join("");
    }
  }
}

function* pairs(run: string): Generator<string> {
  let before = "";
  for (const character of run) {
    if (before !== "") yield before + character;
    before = character;
  }
  yield before;
}

/** What is looked for: these terms in this order, the last one whole or only begun. */
export interface TextTerms {
  terms: string[];
  /** The last term may go on: the user wrote `summar*`, or it is a single character of a script without spaces. */
  begun: boolean;
}

/**
 * What a phrase looks for. No terms: it has no word, so nothing could be found by it.
 * @param begun its last word may go on
 */
export function textTerms(phrase: string, begun = false): TextTerms {
  const terms = [...termsOf(phrase)];
  const last = lastRun(phrase);
  if (last === null) return { terms, begun };
  // The run may go on in the text: its last character stands alone only where it ends there as well.
  if (last.length > 1) return { terms: terms.slice(0, -1), begun: false };
  return { terms, begun: true };
}

/** The characters of the run at the end, where that is one of a script without spaces. */
function lastRun(phrase: string): string[] | null {
  let last: string[] | null = null;
  for (const [, paired] of fold(phrase).matchAll(RUNS)) {
    last = paired === undefined ? null : [...paired];
  }
  return last;
}

/**
 * Several texts as one that is searched: their terms between spaces. FTS5 takes it with `tokenize = 'ascii'`, which
 * parts it at exactly these spaces; in memory `holds` scans it.
 */
export function indexText(texts: Iterable<string>): string {
  const parts: string[] = [];
  for (const text of texts) {
    if (parts.length > 0) parts.push(BETWEEN);
    for (const slice of slicesOf(text)) parts.push(slice);
  }
  return ` ${parts.join(" ")} `;
}

/** Characters (UTF-16 units) of a slice at least, before it ends at the next white space. */
const SLICE = 16_384;

/** The terms of a text between spaces, a slice at a time: those of many megabytes never stand in memory one by one. */
function* slicesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    let to = from + SLICE;
    // No word and no compatibility form reaches across white space.
    while (to < text.length && !/[ \t\n\r]/.test(text.charAt(to))) to += 1;
    const slice = [...termsOf(text.slice(from, to))].join(" ");
    if (slice !== "") yield slice;
    from = to;
  }
}

/** Whether what `indexText` gave holds the terms; no terms are held by nothing. */
export const holds = (indexed: string, { terms, begun }: TextTerms): boolean =>
  terms.length > 0 && indexed.includes(` ${terms.join(" ")}${begun ? "" : " "}`);

/** The same as the right side of FTS5's MATCH (SQLite, "FTS5 Phrases"); terms hold no quote. */
export const ftsQuery = ({ terms, begun }: TextTerms): string =>
  `"${terms.join(" ")}"${begun ? " *" : ""}`;
