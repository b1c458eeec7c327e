// Finds phrases that instruct a model to do what the user did not ask for, in spite of odd spellings, look-alike
// letters and spread-out words. Phrases that are only talked about get a low severity.
import type { Check, Hit } from "../text/detector.ts";
import { shown } from "../text/detector.ts";
import { denseOf } from "../text/dense.ts";
import type { Dense } from "../text/dense.ts";
import { DENSE_PHRASES } from "./phraseBook.ts";
import type { DensePhrase, Phrase } from "./phraseBook.ts";
import { phrasesIn } from "./phraseMatch.ts";
import { isTalkedAbout } from "../text/talk.ts";
import { wordsOf } from "../text/words.ts";

/** The most phrases of a text that are checked for being only talked about. */
const TALK_MAX = 500;

export const findPhrases: Check = (text, report) => {
  const hits: Hit[] = [];
  for (const { phrase, start, end } of phrasesIn(wordsOf(text))) {
    hits.push(hitOf(text, phrase, start, end));
  }
  const dense = denseOf(text);
  if (dense !== null) hits.push(...denseHits(text, dense));
  for (const [index, hit] of hits.entries()) {
    // A text about such phrases does not have this many, and the check is expensive.
    const talked = index < TALK_MAX && isTalkedAbout(text, hit.start, hit.end);
    report(talked ? { ...hit, severity: "low" } : hit);
  }
};

const hitOf = (text: string, phrase: Phrase | DensePhrase, start: number, end: number): Hit => ({
  kind: phrase.kind,
  start,
  end,
  detail: phrase.lang,
  example: shown(text.slice(start, end), 200),
  ...(phrase.severity === undefined ? {} : { severity: phrase.severity }),
});

/** 1 for units that a phrase may begin with. */
const DENSE_FIRST = new Uint8Array(65_536);
/** Phrases by their first two units (the second is 0 for a single unit). */
const DENSE_PAIR = new Map<number, readonly DensePhrase[]>();
for (const [first, phrases] of DENSE_PHRASES) {
  DENSE_FIRST[first.charCodeAt(0)] = 1;
  DENSE_PAIR.set(pairOf(first.charCodeAt(0), first.length > 1 ? first.charCodeAt(1) : 0), phrases);
}
function pairOf(first: number, second: number): number {
  return first * 65_536 + second;
}
const NO_PHRASES: readonly DensePhrase[] = [];

function denseHits(text: string, dense: Dense): Hit[] {
  const { units, place, count } = dense;
  const hits: Hit[] = [];
  for (let at = 0; at < count; at += 1) {
    const first = units[at] ?? 0;
    if (DENSE_FIRST[first] === 0) continue;
    const pair = DENSE_PAIR.get(pairOf(first, units[at + 1] ?? 0)) ?? NO_PHRASES;
    const single = DENSE_PAIR.get(pairOf(first, 0)) ?? NO_PHRASES;
    if (pair.length + single.length === 0) continue;
    for (const phrase of pair.length === 0 ? single : new Set([...pair, ...single])) {
      const end = denseEnd(dense, phrase, 0, at, at);
      if (end === -1) continue;
      hits.push(hitOf(text, phrase, place[at] ?? 0, (place[end - 1] ?? 0) + 1));
    }
  }
  return hits;
}

const STOP = "。".charCodeAt(0);

function denseEnd(
  dense: Dense,
  phrase: DensePhrase,
  slot: number,
  from: number,
  to: number,
): number {
  const wanted = phrase.slots[slot];
  if (wanted === undefined) return from;
  for (let at = from; at <= to && at <= dense.count; at += 1) {
    if (slot > 0 && at > from && dense.units[at - 1] === STOP) return -1;
    for (const one of wanted.texts) {
      if (!standsAt(dense, one, at)) continue;
      const next = phrase.slots[slot + 1];
      if (next === undefined) return at + one.length;
      const end = denseEnd(dense, phrase, slot + 1, at + one.length, at + one.length + next.gap);
      if (end !== -1) return end;
    }
  }
  return -1;
}

function standsAt({ units, count }: Dense, text: string, at: number): boolean {
  if (at + text.length > count) return false;
  for (let i = 0; i < text.length; i += 1) {
    if (units[at + i] !== text.charCodeAt(i)) return false;
  }
  return true;
}
