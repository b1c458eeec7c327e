// Splits a text into plain-letter words with their places, in one pass without regular expressions. Words that occur
// in phrases get their number in the vocabulary, all others 0.
import { PLACES, VOCABULARY } from "../phrases/phraseBook.ts";
import { beginsHost, isSpelledAt, isSpelledDot } from "./places.ts";
import { skeleton } from "../characters/skeleton.ts";

/** The words of a text. Parallel arrays, as a megabyte has two hundred thousand of them. */
export interface Words {
  count: number;
  /** The number in the vocabulary; 0 if not in it. */
  id: Int32Array;
  start: Int32Array;
  end: Int32Array;
  /** 1 when a sentence or paragraph ends before the word. */
  begins: Uint8Array;
}

/** Longer words are dropped, and no phrase matches across them. */
const WORD_MAX = 40;
/** This many single letters in a row may be a spread-out word. */
const SPREAD_MIN = 3;

// The kind of each UTF-16 unit; 0: not computed yet.
const KIND = new Uint8Array(65_536);
/** A to Z and a to z. */
const PLAIN = 1;
/** Digits, `@` and `$`, which can stand for a letter. */
const DIGIT = 2;
const LETTER = 3;
const OTHER = 4;
/** Format characters and the like, which do not end a word. */
const UNSEEN = 5;
/** Of a script without spaces; read by `dense.ts`. */
const DENSE = 6;
/** What may end a sentence or paragraph. */
const STOP = 7;
const [FEED, DOT, BANG, ASKS, SEMICOLON] = [0x0a, 0x2e, 0x21, 0x3f, 0x3b];
const STOPS: ReadonlySet<number> = new Set([FEED, DOT, BANG, ASKS, SEMICOLON]);
const IS_DENSE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u{3000}-\u{303f}\u{ff01}-\u{ff0f}]/u;

function kindOf(unit: number): number {
  const known = KIND[unit] ?? 0;
  if (known !== 0) return known;
  const sign = String.fromCharCode(unit);
  let kind = OTHER;
  if (/[A-Za-z]/u.test(sign)) kind = PLAIN;
  else if (/[0-9@$]/u.test(sign)) kind = DIGIT;
  else if (/\p{Default_Ignorable_Code_Point}|\p{Cf}/u.test(sign)) kind = UNSEEN;
  else if (IS_DENSE.test(sign)) kind = DENSE;
  // Surrogates, as letters beyond the BMP (mathematical ones among them) are two units.
  else if (/[\p{L}\p{M}\p{N}@$]/u.test(sign) || (unit >= 0xd800 && unit <= 0xdfff)) kind = LETTER;
  if (STOPS.has(unit)) kind = STOP;
  KIND[unit] = kind;
  return kind;
}
const isLetterAt = (text: string, at: number): boolean =>
  at < text.length && kindOf(text.charCodeAt(at)) <= LETTER;

export function wordsOf(text: string): Words {
  const { length } = text;
  const words = roomFor(length);
  const { id, start, end, begins } = words;
  const byRaw = new Map<string, number>();
  let [count, begun, single, sum] = [0, -1, 0, 0];
  let isNew = true;
  // Whether the current word is ASCII only. `sum` is its hash.
  let isPlain = true;
  for (let at = 0; at <= length; at += 1) {
    const unit = at === length ? 32 : text.charCodeAt(at);
    const kind = KIND[unit] || kindOf(unit);
    if (kind <= LETTER) {
      if (begun === -1) {
        begun = at;
        isPlain = true;
        sum = 0;
      }
      if (kind === LETTER) isPlain = false;
      else sum = (Math.imul(sum, 31) + (PLAIN_OF[unit] ?? 0)) | 0;
      continue;
    }
    if (kind === UNSEEN) {
      isPlain = false;
      continue;
    }
    if (begun !== -1 && joins(unit) && isLetterAt(text, at + 1)) {
      if (unit < 128) sum = (Math.imul(sum, 31) + unit) | 0;
      else isPlain = false;
      continue;
    }
    if (begun !== -1) {
      if (at - begun <= WORD_MAX) {
        const isOne = at - begun === 1;
        if (!isOne || single === 0 || begun - (end[count - 1] ?? 0) !== 1) {
          count = spreadJoined(text, words, count, single);
          single = 0;
        }
        if (isOne) single += 1;
        const known = isPlain ? plainId(text, begun, at, sum) : idOf(text.slice(begun, at), byRaw);
        id[count] = isPlaceAt(text, known, begun, at) ? PLACES.place : known;
        start[count] = begun;
        end[count] = at;
        begins[count] = isNew ? 1 : 0;
        count += 1;
        isNew = false;
      } else isNew = true;
      begun = -1;
    }
    isNew ||= endsSentence(text, at, unit, kind);
  }
  words.count = spreadJoined(text, words, count, single);
  return words;
}

function roomFor(length: number): Words {
  const most = (length >> 1) + 1;
  return {
    count: 0,
    id: new Int32Array(most),
    start: new Int32Array(most),
    end: new Int32Array(most),
    begins: new Uint8Array(most),
  };
}

/** Every prefix of a word in the vocabulary. */
const BEGINNINGS = new Set<string>();
for (const word of VOCABULARY.keys()) {
  for (let most = 1; most <= word.length; most += 1) BEGINNINGS.add(word.slice(0, most));
}

/**
 * Joins the single letters at the end of the list into words, if there are enough of them, and returns the new word
 * count. Known words are recognised whatever separates their letters, but may only begin and end where the separator
 * changes; letters that form no known word are joined too.
 */
function spreadJoined(text: string, words: Words, count: number, single: number): number {
  if (single < SPREAD_MIN) return count;
  const from = count - single;
  let to = from;
  // Start of the letters that are not part of a known word.
  let rest = from;
  for (let at = from; at < count;) {
    const next = knownEnd(text, words, [from, at, count]);
    if (next > at) {
      if (at > rest) to = joined(text, words, [rest, at], to);
      to = joined(text, words, [at, next], to);
      rest = next;
      at = next;
      continue;
    }
    at += 1;
    while (at < count && !isCut(text, words, [from, at, count])) at += 1;
  }
  return rest < count ? joined(text, words, [rest, count], to) : to;
}

/** True when the separator changes at this letter, or at either end of the row. */
function isCut(text: string, { end }: Words, [from, at, count]: Letters): boolean {
  if (at === from || at === count) return true;
  const before = text.charCodeAt(end[at - 1] ?? 0);
  if (at + 1 < count && text.charCodeAt(end[at] ?? 0) !== before) return true;
  return at - 1 > from && text.charCodeAt(end[at - 2] ?? 0) !== before;
}

/** The end of the longest known word that begins with this letter, or `at` if there is none. */
function knownEnd(text: string, words: Words, [from, at, count]: Letters): number {
  let [word, longest] = ["", at];
  for (let next = at; next < count; next += 1) {
    const sign = text.charAt(words.start[next] ?? 0);
    word += skeleton(`a${sign}`).slice(1);
    if (!BEGINNINGS.has(word)) return longest;
    const isLong = next + 1 - at >= SPREAD_MIN;
    if (isLong && VOCABULARY.has(word) && isCut(text, words, [from, next + 1, count])) {
      longest = next + 1;
    }
  }
  return longest;
}

/** A row of single letters: its first word, the current one, and the index after the last. */
type Letters = readonly [from: number, at: number, count: number];

/** Writes these letters at `to`, as one word or unchanged if there are too few. Returns the next free index. */
function joined(
  text: string,
  { id, start, end, begins }: Words,
  [from, until]: readonly [number, number],
  to: number,
): number {
  if (until - from < SPREAD_MIN) {
    for (const one of [id, start, end, begins]) one.copyWithin(to, from, until);
    return to + until - from;
  }
  let word = "";
  for (let i = from; i < until; i += 1) word += plainOf(text.charAt(start[i] ?? 0));
  id[to] = VOCABULARY.get(plainOf(word)) ?? 0;
  start[to] = start[from] ?? 0;
  begins[to] = begins[from] ?? 0;
  end[to] = end[until - 1] ?? 0;
  return to + 1;
}

/** The number of a word with characters other than plain letters. */
function idOf(raw: string, byRaw: Map<string, number>): number {
  const known = byRaw.get(raw);
  if (known !== undefined) return known;
  const id = VOCABULARY.get(plainOf(raw)) ?? 0;
  byRaw.set(raw, id);
  return id;
}

/** Whether the word is the start of a host or mail address, or the "at" or "dot" of a spelled-out one. */
function isPlaceAt(text: string, id: number, start: number, end: number): boolean {
  if (id === PLACES.at) return isSpelledAt(text, start, end);
  if (id === PLACES.dot) return isSpelledDot(text, end);
  return text.charCodeAt(end) === DOT && isLetterAt(text, end + 1) && beginsHost(text, start, end);
}

/** An apostrophe or hyphen between letters belongs to the word. */
const joins = (unit: number): boolean => unit === 0x27 || unit === 0x2019 || unit === 0x2d;

/** Letters of a script without spaces do too: the words around them belong to no common sentence. */
function endsSentence(text: string, at: number, unit: number, kind: number): boolean {
  if (kind <= DENSE) return kind === DENSE;
  if (unit === FEED) {
    let next = at + 1;
    while (next < at + 20 && " \t\r".includes(text.charAt(next)) && next < text.length) next += 1;
    return text.charCodeAt(next) === FEED;
  }
  return text.charCodeAt(at + 1) <= 32;
}

/** Maps the units of ASCII words like `skeleton`: digits become letters. */
const PLAIN_OF = Uint8Array.from({ length: 128 }, (_, unit) =>
  skeleton(`a${String.fromCharCode(unit)}`).charCodeAt(1),
);
const IS_PLAIN = /^[a-z]+$/u;
/** ASCII words with at least one letter, which `PLAIN_OF` can map. */
const IS_ASCII = /^[a-z0-9'-]*[a-z][a-z0-9'-]*$/u;
function plainOf(raw: string): string {
  const lower = raw.toLowerCase();
  return IS_PLAIN.test(lower) ? lower : skeleton(lower);
}

// The vocabulary by hash, in an open-addressed table, as most words are not in it.
const SLOTS = 8192;
const SUM_AT = new Int32Array(SLOTS);
const ID_AT = new Int32Array(SLOTS);
const WORD_OF: string[] = [""];
for (const [word, id] of VOCABULARY) {
  WORD_OF[id] = word;
  if (!IS_ASCII.test(word)) continue;
  const sum = sumOf(word);
  let slot = slotOf(sum);
  while (ID_AT[slot] !== 0) slot = (slot + 1) & (SLOTS - 1);
  SUM_AT[slot] = sum;
  ID_AT[slot] = id;
}

function sumOf(word: string): number {
  let sum = 0;
  for (let at = 0; at < word.length; at += 1) {
    sum = (Math.imul(sum, 31) + word.charCodeAt(at)) | 0;
  }
  return sum;
}
function slotOf(sum: number): number {
  return (sum ^ (sum >>> 13)) & (SLOTS - 1);
}

function plainId(text: string, start: number, end: number, sum: number): number {
  for (let slot = slotOf(sum); ID_AT[slot] !== 0; slot = (slot + 1) & (SLOTS - 1)) {
    const id = ID_AT[slot] ?? 0;
    if (SUM_AT[slot] === sum && isWord(text, start, end, WORD_OF[id] ?? ""))
      return hasLetter(text, start, end) ? id : 0;
  }
  return 0;
}

/** Digits and signs alone stand for no letters. */
function hasLetter(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    if (KIND[text.charCodeAt(at)] === PLAIN) return true;
  }
  return false;
}

function isWord(text: string, start: number, end: number, word: string): boolean {
  if (word.length !== end - start) return false;
  for (let at = 0; at < word.length; at += 1) {
    if (PLAIN_OF[text.charCodeAt(start + at)] !== word.charCodeAt(at)) return false;
  }
  return true;
}
