// A filter's text as a condition over the table `item`, whose texts stand in the FTS5 table `words`. What asks for words
// alone is one question to the text index, however many words they are: it brings their lists together by itself.
import { parse } from "../../../src-shared/filter/parse.ts";
import type { FilterFault, FilterQuery } from "../../../src-shared/filter/query.ts";
import { ftsQuery, textTerms } from "../../../src-shared/filter/text.ts";
import type { TextTerms } from "../../../src-shared/filter/text.ts";
import { toSql } from "../../../src-shared/filter/toSql.ts";
import type { SqlCondition } from "../../../src-shared/filter/toSql.ts";
import { fail, ok } from "../../../src-shared/outcome.ts";
import type { Outcome } from "../../../src-shared/outcome.ts";

/**
 * What the text index has to hold, besides the condition: `words` are asked of its table `words`, `single` of `begun`, where
 * each word stands by itself and what begins so is brought together already.
 */
export type Where = SqlCondition & { words?: string; single?: string };

/**
 * How deep the parentheses of one question to the text index may go. Its parser has a stack of 100 (`fts5YYSTACKDEPTH`)
 * and lays three things on it for each, so that it takes 33; a filter nests 50 deep. What goes deeper is asked in parts.
 */
const DEEPEST = 20;

/** The condition, or what is wrong with the text and where. An empty text lets everything through. */
export function whereOf(text: string, nowMs: number): Outcome<Where, FilterFault[]> {
  const { query, faults } = parse(text);
  if (query === null) return fail(faults);
  const parts = together(query);
  const asked = parts.filter(isOfWords);
  const { words, single } = questionsOf(asked);
  const isAsked = words !== null || single !== null;
  const rest = isAsked ? parts.filter((part) => !isOfWords(part)) : parts;
  const condition = toSql(rest.length === 0 ? { kind: "all" } : { kind: "and", of: rest }, {
    nowMs,
    text: holding,
    whole: (part) => {
      const inside = part.kind === "and" || part.kind === "or" ? matchOf(part) : null;
      return inside === null ? null : held(inside);
    },
  });
  return ok({
    ...condition,
    ...(words === null ? {} : { words: words.match }),
    ...(single === null ? {} : { single: single.match }),
  });
}

interface Questions {
  words: Words | null;
  single: Words | null;
}

/** What asks for words, as one question to each table; what is only not to be there needs a word beside it. */
function questionsOf(asked: FilterQuery[]): Questions {
  const isSingle = (part: FilterQuery): boolean => inWords(part)?.single === true;
  const [single, words] = [asked.filter(isSingle), asked.filter((part) => !isSingle(part))].map(
    (of) => ({ of, question: matchOf({ kind: "and", of }) }),
  );
  const apart = [single, words].every((one) => one?.of.length === 0 || one?.question !== null);
  if (apart) return { words: words?.question ?? null, single: single?.question ?? null };
  return { words: matchOf({ kind: "and", of: asked }), single: null };
}

/** What all has to be so, with the words of each alternative side by side. */
function together(query: FilterQuery): FilterQuery[] {
  if (query.kind === "and") return query.of.flatMap(together);
  return [query.kind === "or" ? alternatives(query.of) : query];
}

function alternatives(of: readonly FilterQuery[]): FilterQuery {
  const words = of.filter((one) => wordsOf(one) !== null);
  const others = of.filter((one) => wordsOf(one) === null);
  const word: FilterQuery[] = words.length === 0 ? [] : [{ kind: "or", of: words }];
  return { kind: "or", of: [...word, ...others] };
}

const inWords = (query: FilterQuery): Words | null =>
  wordsOf(query.kind === "not" ? query.of : query);

/** It asks for words, or for none of some. */
const isOfWords = (query: FilterQuery): boolean => inWords(query) !== null;

/** The right side of a MATCH, how deep its parentheses go, and whether it names words by themselves alone. */
interface Words {
  match: string;
  deep: number;
  single: boolean;
}

/**
 * A MATCH that holds exactly what the filter lets through (SQLite, "FTS5 Boolean Operators"); null where it asks for
 * anything but words, for no word, only for what is not there, or for too much within each other.
 */
function wordsOf(query: FilterQuery): Words | null {
  if (query.kind === "text") return ofTerms(textTerms(query.phrase, query.begun));
  if (query.kind === "or") return joined(query.of, "OR");
  if (query.kind !== "and") return null;
  const there = joined(
    query.of.filter(({ kind }) => kind !== "not"),
    "AND",
  );
  const absent = joined(
    query.of.flatMap((part) => (part.kind === "not" ? [part.of] : [])),
    "OR",
  );
  if (there === null || absent === null || there.match === "") return null;
  return absent.match === "" ? there : within([there, absent], "NOT");
}

const ofTerms = (terms: TextTerms): Words | null =>
  terms.terms.length === 0
    ? null
    : { match: ftsQuery(terms), deep: 1, single: terms.terms.length === 1 };

/** The same, where there is any word in it. */
function matchOf(query: FilterQuery): Words | null {
  const words = wordsOf(query);
  return words === null || words.match === "" ? null : words;
}

/** Null where one of them is none of words; empty where there is none of them. */
function joined(of: readonly FilterQuery[], sign: "AND" | "OR"): Words | null {
  const all = of.map(wordsOf);
  const words = all.filter((one) => one !== null);
  if (words.length < all.length) return null;
  return words.length > 1
    ? within(words, sign)
    : (words[0] ?? { match: "", deep: 0, single: true });
}

function within(words: readonly Words[], sign: "AND" | "OR" | "NOT"): Words | null {
  const deep = 1 + Math.max(...words.map((one) => one.deep));
  const match = `(${words.map((one) => one.match).join(` ${sign} `)})`;
  return deep > DEEPEST ? null : { match, deep, single: words.every(({ single }) => single) };
}

function held({ match, single }: Words): SqlCondition {
  const table = single ? "begun" : "words";
  return {
    sql: `(item.n IN (SELECT rowid FROM ${table} WHERE ${table} MATCH ?))`,
    params: [match],
  };
}

/** What has no word is held by nothing. */
function holding(terms: TextTerms): SqlCondition {
  const words = ofTerms(terms);
  return words === null ? { sql: "0", params: [] } : held(words);
}
