// A text as words in plain letters, each with its place: in one pass, without regular expressions over the whole.
import { skeleton } from "./skeleton.ts";

/** Words of a text, by number. Parallel arrays: a megabyte has two hundred thousand of them. */
export interface Words {
  count: number;
  /** Which of `vocabulary` each is. */
  id: Int32Array;
  start: Int32Array;
  end: Int32Array;
  /** 1: a sentence or paragraph ends before it. */
  begins: Uint8Array;
  /** Every word once, plain and lower case. */
  vocabulary: string[];
}

/** Longer words are no words: they are left out, and nothing is matched across them. */
const WORD_MAX = 40;
/** So many single letters in a row are one word that was spread out. */
const SPREAD_MIN = 4;

// What a UTF-16 unit is; 0: not looked at yet.
const KIND = new Uint8Array(65_536);
const LETTER = 1;
const OTHER = 2;
/** Format characters and their like: a word goes on over them. */
const UNSEEN = 3;
/** Of a script without spaces: `dense.ts` reads those. */
const DENSE = 4;
const IS_DENSE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u{3000}-\u{303f}\u{ff01}-\u{ff0f}]/u;

function kindOf(unit: number): number {
  const known = KIND[unit] ?? 0;
  if (known !== 0) return known;
  const sign = String.fromCharCode(unit);
  let kind = OTHER;
  if (/\p{Default_Ignorable_Code_Point}|\p{Cf}/u.test(sign)) kind = UNSEEN;
  else if (IS_DENSE.test(sign)) kind = DENSE;
  // Letters beyond the first plane come as two units: mathematical letters among them.
  else if (/[\p{L}\p{M}\p{N}@$]/u.test(sign) || (unit >= 0xd800 && unit <= 0xdfff)) kind = LETTER;
  KIND[unit] = kind;
  return kind;
}

export function wordsOf(text: string): Words {
  const words = new Gathering(text.length);
  let begun = -1;
  let begins = true;
  for (let at = 0; at <= text.length; at += 1) {
    const unit = at === text.length ? 32 : text.charCodeAt(at);
    const kind = KIND[unit] || kindOf(unit);
    if (kind === LETTER) {
      if (begun === -1) begun = at;
      continue;
    }
    if (kind === UNSEEN) continue;
    if (begun !== -1) {
      if (joins(unit) && kindOf(text.charCodeAt(at + 1)) === LETTER) continue;
      if (at - begun <= WORD_MAX) {
        words.add(text.slice(begun, at), begun, at, begins);
        begins = false;
      } else begins = true;
      begun = -1;
    }
    begins ||= kind === DENSE || endsSentence(text, at, unit);
  }
  return words.done();
}

/** An apostrophe or a dash between letters belongs to the word. */
const joins = (unit: number): boolean => unit === 0x27 || unit === 0x2019 || unit === 0x2d;

const [FEED, DOT, BANG, ASKS, SEMICOLON] = [0x0a, 0x2e, 0x21, 0x3f, 0x3b];

function endsSentence(text: string, at: number, unit: number): boolean {
  if (unit === FEED) {
    let next = at + 1;
    while (next < at + 20 && " \t\r".includes(text.charAt(next)) && next < text.length) next += 1;
    return text.charCodeAt(next) === FEED;
  }
  const stops = unit === DOT || unit === BANG || unit === ASKS || unit === SEMICOLON;
  return stops && text.charCodeAt(at + 1) <= 32;
}

class Gathering {
  #count = 0;
  #id: Int32Array;
  #start: Int32Array;
  #end: Int32Array;
  #begins: Uint8Array;
  readonly #byRaw = new Map<string, number>();
  readonly #byPlain = new Map<string, number>();
  readonly #vocabulary: string[] = [];
  /** How many words at the end are single letters, one sign apart. */
  #single = 0;

  constructor(length: number) {
    const most = (length >> 1) + 1;
    this.#id = new Int32Array(most);
    this.#start = new Int32Array(most);
    this.#end = new Int32Array(most);
    this.#begins = new Uint8Array(most);
  }

  add(raw: string, start: number, end: number, begins: boolean): void {
    const before = this.#count - 1;
    const isOne = end - start === 1;
    const follows = isOne && this.#single > 0 && start - (this.#end[before] ?? 0) === 1;
    if (!follows) this.#join();
    this.#single = isOne ? this.#single + 1 : 0;
    this.#id[this.#count] = this.#idOf(raw);
    this.#start[this.#count] = start;
    this.#end[this.#count] = end;
    this.#begins[this.#count] = begins ? 1 : 0;
    this.#count += 1;
  }

  done(): Words {
    this.#join();
    return {
      ...{ count: this.#count, id: this.#id, start: this.#start, end: this.#end },
      ...{ begins: this.#begins, vocabulary: this.#vocabulary },
    };
  }

  /** Makes one word of letters that were spread out. */
  #join(): void {
    const from = this.#count - this.#single;
    if (this.#single >= SPREAD_MIN) {
      let word = "";
      for (let i = from; i < this.#count; i += 1) word += this.#vocabulary[this.#id[i] ?? 0] ?? "";
      this.#end[from] = this.#end[this.#count - 1] ?? 0;
      this.#id[from] = this.#idOf(word);
      this.#count = from + 1;
    }
    this.#single = 0;
  }

  #idOf(raw: string): number {
    const known = this.#byRaw.get(raw);
    if (known !== undefined) return known;
    const plain = plainOf(raw);
    const id = this.#byPlain.get(plain) ?? this.#vocabulary.length;
    if (id === this.#vocabulary.length) {
      this.#byPlain.set(plain, id);
      this.#vocabulary.push(plain);
    }
    this.#byRaw.set(raw, id);
    return id;
  }
}

const PLAIN = /^[a-z]+$/u;
function plainOf(raw: string): string {
  const lower = raw.toLowerCase();
  return PLAIN.test(lower) ? lower : skeleton(lower);
}
