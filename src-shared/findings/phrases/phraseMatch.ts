// Matches phrases against the words of a text. Each phrase is only tried where its rarest step occurs, as most of its
// words are common.
import { PHRASES, VOCABULARY } from "./phraseBook.ts";
import type { Phrase, Step } from "./phraseBook.ts";
import type { Words } from "../text/words.ts";

export interface Matched {
  phrase: Phrase;
  start: number;
  end: number;
}

export function phrasesIn(words: Words): Matched[] {
  const index = indexOf(words);
  const found: Matched[] = [];
  for (const phrase of PHRASES) {
    const anchor = rarest(phrase, index);
    if (anchor === null) continue;
    let next = 0;
    for (const at of anchor.places) {
      for (let from = Math.max(next, at - anchor.reach); from <= at; from += 1) {
        const last = matched(words, phrase, 0, from, from);
        if (last === -1) continue;
        const [start = 0, end = 0] = [words.start[from], words.end[last]];
        found.push({ phrase, start, end });
      }
      next = Math.max(next, at + 1);
    }
  }
  return found;
}

interface Index {
  /** By word number: where its positions begin in `places`. */
  first: Int32Array;
  places: Int32Array;
}

function indexOf({ count, id }: Words): Index {
  const first = new Int32Array(VOCABULARY.size + 2);
  for (let i = 0; i < count; i += 1) {
    const word = id[i] ?? 0;
    if (word !== 0) first[word + 1] = (first[word + 1] ?? 0) + 1;
  }
  for (let i = 1; i < first.length; i += 1) first[i] = (first[i] ?? 0) + (first[i - 1] ?? 0);
  const next = first.slice();
  const places = new Int32Array(first.at(-1) ?? 0);
  for (let i = 0; i < count; i += 1) {
    const word = id[i] ?? 0;
    if (word === 0) continue;
    places[next[word] ?? 0] = i;
    next[word] = (next[word] ?? 0) + 1;
  }
  return { first, places };
}

/** The positions of the phrase's rarest step, in order, and how many words before them the phrase may begin. */
function rarest({ steps }: Phrase, index: Index): { places: Int32Array; reach: number } | null {
  let best: { ids: readonly number[]; count: number; reach: number } | null = null;
  let reach = 0;
  for (const step of steps) {
    reach += step.gap;
    if (!step.optional) {
      let count = 0;
      for (const id of step.begins) count += countOf(id, index);
      if (count === 0) return null;
      if (best === null || count < best.count) best = { ids: step.begins, count, reach };
    }
    reach += step.longest;
  }
  if (best === null) return null;
  const places = new Int32Array(best.count);
  let at = 0;
  for (const id of best.ids) {
    places.set(index.places.subarray(index.first[id] ?? 0, index.first[id + 1] ?? 0), at);
    at += countOf(id, index);
  }
  return { places: best.ids.length > 1 ? places.sort() : places, reach: best.reach };
}

const countOf = (id: number, { first }: Index): number => (first[id + 1] ?? 0) - (first[id] ?? 0);

/**
 * The last word of a match of `step` and all later steps, where `step` begins at a word from `from` to `to`; −1 if
 * there is none.
 */
function matched(words: Words, phrase: Phrase, step: number, from: number, to: number): number {
  const { steps } = phrase;
  const wanted = steps[step];
  if (wanted === undefined) return from - 1;
  for (let at = from; at <= to && at < words.count; at += 1) {
    // A phrase does not continue across sentences.
    if (step > 0 && words.begins[at] === 1) break;
    const length = lengthAt(words, at, wanted);
    if (length === 0) continue;
    const next = steps[step + 1];
    if (next === undefined) return at + length - 1;
    const last = matched(words, phrase, step + 1, at + length, at + length + next.gap);
    if (last !== -1) return last;
  }
  const after = steps[step + 1];
  if (!wanted.optional) return -1;
  return after === undefined ? from - 1 : matched(words, phrase, step + 1, from, to + after.gap);
}

/** The number of words that the step matches at `at`, 0 if none. */
function lengthAt({ id, count }: Words, at: number, { single, several }: Step): number {
  if (single[id[at] ?? 0] === 1) return 1;
  for (const numbers of several) {
    if (at + numbers.length > count) return 0;
    let same = 0;
    while (same < numbers.length && id[at + same] === numbers[same]) same += 1;
    if (same === numbers.length) return same;
  }
  return 0;
}
