// Splits texts into search terms, the same way for the index on disk (FTS5) and for searches in memory. A phrase
// matches where its terms are adjacent.

/** Scripts written without spaces between words; their runs are indexed as pairs of characters. */
const SCRIPTS = ["Han", "Hiragana", "Katakana", "Hangul", "Bopomofo", "Yi"];
const MORE_SCRIPTS = ["Thai", "Lao", "Khmer", "Myanmar"];
/**
 * Includes U+30FC, the Japanese long vowel mark, which belongs to two scripts and thus has neither as its Script
 * property.
 */
const PAIRED = `${[...SCRIPTS, ...MORE_SCRIPTS].map((name) => `\\p{Script=${name}}`).join("")}\\u30fc`;

const RUNS = new RegExp(`([${PAIRED}]+)|(?:(?![${PAIRED}])[\\p{L}\\p{N}\\p{M}])+`, "gu");
const ASCII_RUNS = /[a-z0-9]+/g;
// Matches plain ASCII text. Control characters need the full treatment.
const PLAIN = /^[\t\n\r\x20-\x7e]*$/;
/** Lone surrogates cannot be written as UTF-8. */
const HALVES = /[\ud800-\udfff]/gu;
/** Invisible characters. */
const UNSEEN = /\ufeff|(?![\s\u0085])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu;

/** In UTF-16 units. Longer runs are split, because FTS5 truncates tokens at 32 KiB. */
const TERM_MAX = 128;
/** Separates texts: a private-use character is part of no word, so phrases cannot match across texts. */
const BETWEEN = "\ue000";

/**
 * Normalises text for comparison: NFKC compatibility forms (full and half width, ligatures), lower case, one Greek
 * sigma, without invisible characters, which would hide words from a search. Idempotent. Accents are kept, as they
 * distinguish words.
 */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  const whole = text.replace(HALVES, "\ufffd").replace(UNSEEN, "");
  const lower = whole.normalize("NFKC").toLowerCase().replaceAll("ς", "σ");
  return lower.normalize("NFKC").replace(UNSEEN, "");
}

/** Like `fold`, for a short value that is compared as a whole: also collapses and trims whitespace. */
export const foldValue = (value: string): string => fold(value).replace(/\s+/gu, " ").trim();

/**
 * The terms of a text in order: words of letters, digits and marks. A run in a script without spaces gives each pair
 * of neighbours and its last character, so that any part of it can be found (协议书: 协议, 议书, 书).
 */
export function termsOf(text: string): string[] {
  const folded = fold(text);
  if (PLAIN.test(folded)) return (folded.match(ASCII_RUNS) ?? []).flatMap(pieces);
  return [...folded.matchAll(RUNS)].flatMap(([run, paired]) =>
    paired === undefined ? pieces(run) : [...pairs(paired)],
  );
}

function pieces(word: string): string | string[] {
  if (word.length <= TERM_MAX) return word;
  const characters = [...word];
  const all: string[] = [];
  for (let at = 0; at < characters.length; at += TERM_MAX / 2)
    all.push(characters.slice(at, at + TERM_MAX / 2).join(""));
  return all;
}

function* pairs(run: string): Generator<string> {
  let before = "";
  for (const character of run) {
    if (before !== "") yield before + character;
    before = character;
  }
  yield before;
}

/** Terms to find in this order. */
export interface TextTerms {
  terms: string[];
  /** The last term can be longer: the user wrote `summar*`, or it is a single character of a script without spaces. */
  begun: boolean;
}

/**
 * The terms of a phrase; none if it contains no word.
 * @param begun its last word can be longer
 */
export function textTerms(phrase: string, begun = false): TextTerms {
  const terms = termsOf(phrase);
  const last = lastRun(phrase);
  if (last === null) return { terms, begun };
  // In the text the run can continue, where its last character is not a term by itself.
  if (last.length > 1) return { terms: terms.slice(0, -1), begun: false };
  return { terms, begun: true };
}

/** The characters of the phrase's last run, if it is in a script without spaces. */
function lastRun(phrase: string): string[] | null {
  let last: string[] | null = null;
  for (const [, paired] of fold(phrase).matchAll(RUNS)) {
    last = paired === undefined ? null : [...paired];
  }
  return last;
}

/**
 * Joins the terms of several texts with spaces for searching. FTS5 with `tokenize = 'ascii'` splits it at exactly
 * these spaces; `holds` searches it in memory.
 */
export function indexText(texts: Iterable<string>): string {
  const parts: string[] = [];
  for (const text of texts) {
    if (parts.length > 0) parts.push(BETWEEN);
    for (const slice of slicesOf(text)) parts.push(slice);
  }
  return ` ${parts.join(" ")} `;
}

/** Minimum length of a slice in UTF-16 units; it extends to the next whitespace. */
const SLICE = 16_384;

/**
 * The terms of a text, joined slice by slice, so that the terms of a large text are not all in memory as separate
 * strings.
 */
function* slicesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    let to = from + SLICE;
    // Words and compatibility forms never span whitespace.
    while (to < text.length && !/[ \t\n\r]/.test(text.charAt(to))) to += 1;
    const slice = termsOf(text.slice(from, to)).join(" ");
    if (slice !== "") yield slice;
    from = to;
  }
}

/** Whether the result of `indexText` contains the terms; always false without terms. */
export const holds = (indexed: string, { terms, begun }: TextTerms): boolean =>
  terms.length > 0 && indexed.includes(` ${terms.join(" ")}${begun ? "" : " "}`);

/** The terms as FTS5's MATCH expression (SQLite, "FTS5 Phrases"); terms contain no quotes. */
export const ftsQuery = ({ terms, begun }: TextTerms): string =>
  `"${terms.join(" ")}"${begun ? " *" : ""}`;
