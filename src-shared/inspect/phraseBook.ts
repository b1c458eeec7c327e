// The phrases of the data file, made ready for matching.
import type { FindingKind, Severity } from "./kinds.ts";
import data from "./data/phrases.json" with { type: "json" };
import { skeleton } from "./skeleton.ts";

export interface Step {
  words: ReadonlySet<string>;
  /** Words that may stand between the step before and this one. */
  gap: number;
  optional: boolean;
  /** The first word of each, once. */
  begins: string[];
  /** Words of the longest of them. */
  longest: number;
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

type Raw = { kind: string; lang: string; severity?: string };
const facts = ({ kind, lang, severity }: Raw): Omit<Phrase, "steps"> => ({
  // A test holds the file to the table of kinds.
  kind: kind as FindingKind,
  lang,
  ...(severity === "low" ? { severity } : {}),
});

const classes = new Map(Object.entries(data.classes));

/** `[class]`, `(a|b c|d)`, a plain word; `~n` before it, `?` behind it. Of several words the first is matched, then the rest. */
function stepsOf(say: string): Step[] {
  const steps: Step[] = [];
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
    const set = new Set(words.map(plain));
    const longest = Math.max(...[...set].map((one) => one.split(" ").length));
    const begins = [...new Set([...set].map((one) => one.split(" ")[0] ?? ""))];
    steps.push({ words: set, begins, gap, optional, longest });
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

export const PHRASES: readonly Phrase[] = (data.words as (Raw & { say: string })[]).map((raw) => ({
  ...facts(raw),
  steps: stepsOf(raw.say),
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

/** Phrases of scripts without spaces by the first two characters of their first slot (one, where it has no more). */
export const DENSE_PHRASES: ReadonlyMap<string, readonly DensePhrase[]> = byFirst(
  dense,
  ({ slots }) => (slots[0]?.texts ?? []).map((text) => text.slice(0, 2)),
);

export const DISCUSSING = {
  words: new Set(data.discussing.words),
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
