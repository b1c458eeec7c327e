// Finds phrases that order a model to do what its person did not ask for: across spellings, look-alike letters and
// spread-out words. Where such phrases are only talked about they weigh less.
import type { Detector, Hit } from "./detector.ts";
import { shown } from "./detector.ts";
import { denseOf } from "./dense.ts";
import type { Dense } from "./dense.ts";
import { DENSE_PHRASES } from "./phraseBook.ts";
import type { DensePhrase, Phrase } from "./phraseBook.ts";
import { phrasesIn } from "./phraseMatch.ts";
import { isTalkedAbout } from "./talk.ts";
import { wordsOf } from "./words.ts";

/** Phrases of one text of which it is asked whether they are only talked about. */
const TALK_MAX = 500;

export const findPhrases: Detector = (text, report) => {
  const hits: Hit[] = [];
  for (const { phrase, start, end } of phrasesIn(wordsOf(text))) {
    hits.push(hitOf(text, phrase, start, end));
  }
  const dense = denseOf(text);
  if (dense !== null) hits.push(...denseHits(text, dense));
  for (const [index, hit] of hits.entries()) {
    // Who talks about phrases does not repeat them without end.
    const talked = index < TALK_MAX && isTalkedAbout(text, hit.start, hit.end);
    report(talked ? { ...hit, severity: "low" } : hit);
  }
};

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
