// Finds phrases that order a model to do what its person did not ask for: across spellings, look-alike letters and
// spread-out words. Where such phrases are only talked about they weigh less.
import type { Detector, Hit } from "./detector.ts";
import { shown } from "./detector.ts";
import { denseOf } from "./dense.ts";
import type { Dense } from "./dense.ts";
import { DENSE_PHRASES, PHRASES } from "./phraseBook.ts";
import type { DensePhrase, Phrase, Step } from "./phraseBook.ts";
import { isTalkedAbout } from "./talk.ts";
import { wordsOf } from "./words.ts";
import type { Words } from "./words.ts";

/** Phrases of one text of which it is asked whether they are only talked about. */
const TALK_MAX = 500;

export const findPhrases: Detector = (text, report) => {
  const hits: Hit[] = [];
  const words = wordsOf(text);
  const possible = possibleIn(words);
  for (let i = 0; i < words.count; i += 1) {
    const phrases = possible[words.id[i] ?? 0];
    if (phrases === undefined) continue;
    for (const phrase of phrases) {
      const last = matched(words, phrase, 0, i, i);
      if (last === -1) continue;
      hits.push(hitOf(text, phrase, words.start[i] ?? 0, words.end[last] ?? 0));
    }
  }
  const dense = denseOf(text);
  if (dense !== null) hits.push(...denseHits(text, dense));
  for (const [index, hit] of hits.entries()) {
    // Who talks about phrases does not repeat them without end.
    const talked = index < TALK_MAX && isTalkedAbout(text, hit.start, hit.end);
    report(talked ? { ...hit, severity: "low" } : hit);
  }
};

/** The phrases that may begin with each word of the vocabulary: those of which every part occurs somewhere in the text. */
function possibleIn({ vocabulary }: Words): (Phrase[] | undefined)[] {
  const known = new Set(vocabulary);
  const occurs = ({ words, optional }: Step): boolean => {
    if (optional) return true;
    for (const one of words)
      if (known.has(one) || (one.includes(" ") && everyIn(one, known))) return true;
    return false;
  };
  const checked = new Map<Phrase, boolean>();
  return vocabulary.map((word) => {
    const phrases = (PHRASES.get(word) ?? []).filter((phrase) => {
      const before = checked.get(phrase);
      if (before !== undefined) return before;
      const may = phrase.steps.every(occurs);
      checked.set(phrase, may);
      return may;
    });
    return phrases.length === 0 ? undefined : phrases;
  });
}
const everyIn = (words: string, known: ReadonlySet<string>): boolean =>
  words.split(" ").every((word) => known.has(word));

const hitOf = (text: string, phrase: Phrase | DensePhrase, start: number, end: number): Hit => ({
  ...{
    kind: phrase.kind,
    start,
    end,
    detail: phrase.lang,
    example: shown(text.slice(start, end), 200),
  },
  ...(phrase.severity === undefined ? {} : { severity: phrase.severity }),
});

/** The last word of the phrase from step `step` on, which may begin at any word from `from` to `to`; −1: it does not stand here. */
function matched(words: Words, phrase: Phrase, step: number, from: number, to: number): number {
  const { steps } = phrase;
  const wanted = steps[step];
  if (wanted === undefined) return from - 1;
  for (let at = from; at <= to && at < words.count; at += 1) {
    // A phrase never goes on beyond its sentence.
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

/** How many words of the text one of these takes here: most are one word, some are several. */
function lengthAt(words: Words, at: number, wanted: Step): number {
  let joined = words.vocabulary[words.id[at] ?? 0] ?? "";
  if (wanted.words.has(joined)) return 1;
  for (let length = 2; length <= wanted.longest; length += 1) {
    if (at + length > words.count) return 0;
    joined += ` ${words.vocabulary[words.id[at + length - 1] ?? 0] ?? ""}`;
    if (wanted.words.has(joined)) return length;
  }
  return 0;
}

/** 1 for units that a phrase may begin with. */
const DENSE_FIRST = new Uint8Array(65_536);
for (const first of DENSE_PHRASES.keys()) DENSE_FIRST[first.charCodeAt(0)] = 1;

function denseHits(text: string, dense: Dense): Hit[] {
  const hits: Hit[] = [];
  for (let at = 0; at < dense.text.length; at += 1) {
    if (DENSE_FIRST[dense.text.charCodeAt(at)] === 0) continue;
    const pair = DENSE_PHRASES.get(dense.text.slice(at, at + 2)) ?? [];
    const single = DENSE_PHRASES.get(dense.text.charAt(at)) ?? [];
    for (const phrase of pair.length === 0 ? single : [...new Set([...pair, ...single])]) {
      const end = denseEnd(dense.text, phrase, 0, at, at);
      if (end === -1) continue;
      hits.push(hitOf(text, phrase, dense.place[at] ?? 0, (dense.place[end - 1] ?? 0) + 1));
    }
  }
  return hits;
}

function denseEnd(
  text: string,
  phrase: DensePhrase,
  slot: number,
  from: number,
  to: number,
): number {
  const wanted = phrase.slots[slot];
  if (wanted === undefined) return from;
  for (let at = from; at <= to && at <= text.length; at += 1) {
    if (slot > 0 && at > from && text.charAt(at - 1) === "。") return -1;
    for (const one of wanted.texts) {
      if (!text.startsWith(one, at)) continue;
      const next = phrase.slots[slot + 1];
      if (next === undefined) return at + one.length;
      const end = denseEnd(text, phrase, slot + 1, at + one.length, at + one.length + next.gap);
      if (end !== -1) return end;
    }
  }
  return -1;
}
