// Compiles the phrases of the data file for matching.
import type { FindingKind, Severity } from "../kinds.ts";
import data from "../data/phrases.json" with { type: "json" };
import { skeleton } from "../characters/skeleton.ts";

/** The alternatives at one position of a phrase, as words of the vocabulary. */
export interface Choice {
  words: ReadonlySet<string>;
  /** By word number: 1 for an alternative that is this one word. */
  single: Uint8Array;
  /** Alternatives of several words, shortest first. */
  several: readonly (readonly number[])[];
  /** The first word of each alternative, once. */
  begins: readonly number[];
  /** Word count of the longest alternative. */
  longest: number;
}
export interface Step extends Choice {
  /** Most words that may be between the previous step and this one. */
  gap: number;
  optional: boolean;
}
export interface Phrase {
  kind: FindingKind;
  lang: string;
  severity?: Severity;
  steps: Step[];
}
export interface DensePhrase {
  kind: FindingKind;
  lang: string;
  severity?: Severity;
  slots: { texts: readonly string[]; gap: number }[];
}

/**
 * In phrases: the first word of a host or mail address (see `places.ts`). Words of a text never contain `@` once
 * normalised.
 */
const PLACE = "@place";

/** Every word of the phrases and its number, from 1. */
export const VOCABULARY = new Map<string, number>();
function numberOf(word: string): number {
  const known = VOCABULARY.get(word) ?? VOCABULARY.size + 1;
  VOCABULARY.set(word, known);
  return known;
}

type Raw = { kind: string; lang: string; severity?: string };
const facts = ({ kind, lang, severity }: Raw): Omit<Phrase, "steps"> => ({
  // The cast is safe: a test checks the file's kinds.
  kind: kind as FindingKind,
  lang,
  ...(severity === "low" ? { severity } : {}),
});

const classes = new Map(Object.entries(data.classes));

const choices = new Map<string, Omit<Choice, "single">>();
function choiceOf(words: readonly string[]): Omit<Choice, "single"> {
  const key = words.join("|");
  const known = choices.get(key);
  if (known !== undefined) return known;
  const set = new Set(words.map((one) => (one === PLACE ? one : plain(one))));
  const numbers = [...set].map((one) => one.split(" ").map(numberOf));
  const made = {
    words: set,
    several: numbers.filter(({ length }) => length > 1).sort((a, b) => a.length - b.length),
    begins: [...new Set(numbers.map(([first = 0]) => first))],
    longest: Math.max(...numbers.map(({ length }) => length)),
  };
  choices.set(key, made);
  return made;
}

/**
 * Parses a phrase: `[class]`, `(a|b c|d)` or a plain word; `~n` before it allows a gap of n words, `?` after it makes
 * it optional.
 */
function stepsOf(say: string): Omit<Step, "single">[] {
  const steps: Omit<Step, "single">[] = [];
  let gap = 0;
  for (const [part] of say.matchAll(/~\d+|\[\w+\]\??|\([^)]*\)\??|\S+/gu)) {
    if (part.startsWith("~")) {
      gap += Number(part.slice(1));
      continue;
    }
    const optional = part.length > 1 && part.endsWith("?");
    const body = optional ? part.slice(0, -1) : part;
    const words = body.startsWith("[")
      ? (classes.get(body.slice(1, -1)) ?? [])
      : body.replace(/^\(|\)$/gu, "").split("|");
    steps.push({ ...choiceOf(words), gap, optional });
    gap = 0;
  }
  return steps;
}
const plain = (words: string): string =>
  words
    .split(/[^\p{L}\p{M}\p{N}'-]+/u)
    .filter((word) => word !== "")
    .map(skeleton)
    .join(" ");

const read = (data.words as (Raw & { say: string })[]).map((raw) => ({
  ...facts(raw),
  steps: stepsOf(raw.say),
}));
for (const word of data.discussing.words) numberOf(word);

/** Numbers of the place marker, and of the words in spelled-out addresses. */
export const PLACES = { place: numberOf(PLACE), at: numberOf("at"), dot: numberOf("dot") };

/** Tables of single-word alternatives; built once the vocabulary is complete. */
const singles = new Map<ReadonlySet<string>, Uint8Array>();
function singleOf(words: ReadonlySet<string>): Uint8Array {
  const known = singles.get(words);
  if (known !== undefined) return known;
  const single = new Uint8Array(VOCABULARY.size + 1);
  for (const word of words) single[VOCABULARY.get(word) ?? 0] = 1;
  single[0] = 0;
  singles.set(words, single);
  return single;
}
export const PHRASES: readonly Phrase[] = read.map(({ steps, ...phrase }) => ({
  ...phrase,
  steps: steps.map((step) => ({ ...step, single: singleOf(step.words) })),
}));

const dense: DensePhrase[] = (data.dense as (Raw & { slots: (string[] | number)[] })[]).map(
  (raw) => {
    const slots: DensePhrase["slots"] = [];
    let gap = 0;
    for (const slot of raw.slots) {
      if (typeof slot === "number") gap = slot;
      else {
        slots.push({ texts: slot.map((text) => text.toLowerCase()), gap });
        gap = 0;
      }
    }
    return { ...facts(raw), slots };
  },
);

/** Phrases of scripts without spaces, by the first two characters of their first slot (one if it has only one). */
export const DENSE_PHRASES: ReadonlyMap<string, readonly DensePhrase[]> = byFirst(
  dense,
  ({ slots }) => (slots[0]?.texts ?? []).map((text) => text.slice(0, 2)),
);

export const DISCUSSING = {
  /** By word number. */
  words: singleOf(new Set(data.discussing.words)),
  dense: data.discussing.dense,
};

function byFirst<P>(all: readonly P[], firsts: (phrase: P) => string[]): Map<string, P[]> {
  const map = new Map<string, P[]>();
  for (const phrase of all) {
    for (const first of new Set(firsts(phrase)))
      map.set(first, [...(map.get(first) ?? []), phrase]);
  }
  return map;
}
