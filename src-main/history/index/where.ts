// Translates a filter into a condition on the table `item` and queries on the FTS5 tables. All text conditions become
// a single query to the text index, which merges its lists itself.
import { parse } from "#shared/filter/parse.ts";
import type { FilterFault, FilterQuery } from "#shared/filter/query.ts";
import { ftsQuery, textTerms } from "#shared/filter/text.ts";
import type { TextTerms } from "#shared/filter/text.ts";
import { toSql } from "#shared/filter/toSql.ts";
import type { SqlCondition } from "#shared/filter/toSql.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Outcome } from "#shared/outcome.ts";

/**
 * Text queries in addition to the condition: `words` on the table `words`, `single` on `begun`, which holds each word
 * of an item once and has a prefix index.
 */
export type Where = SqlCondition & {
  words?: string;
  single?: string;
  /** Only what belongs to the session with this id. */
  session?: string;
};

/**
 * The deepest nesting of parentheses in one text query. FTS5's parser has a stack of 100 (`fts5YYSTACKDEPTH`) and
 * needs three entries per level, which allows 33; filters may nest 50 deep. Deeper ones are split.
 */
const DEEPEST = 20;

/** The condition, or the errors in the filter with their places. An empty text matches everything. */
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
    ...sessionIn(parts),
  });
}

/** The session that one of the conjuncts names as a whole. */
function sessionIn(parts: readonly FilterQuery[]): Pick<Where, "session"> {
  for (const part of parts) {
    if (part.kind !== "word" || part.field !== "session") continue;
    const [session, ...more] = part.pattern;
    if (typeof session === "string" && more.length === 0) return { session };
  }
  return {};
}

interface Questions {
  words: Words | null;
  single: Words | null;
}

/** One query per table for the text conditions. A negated word needs another word beside it. */
function questionsOf(asked: FilterQuery[]): Questions {
  const isSingle = (part: FilterQuery): boolean => inWords(part)?.single === true;
  const [single, words] = [asked.filter(isSingle), asked.filter((part) => !isSingle(part))].map(
    (of) => ({ of, question: matchOf({ kind: "and", of }) }),
  );
  const apart = [single, words].every((one) => one?.of.length === 0 || one?.question !== null);
  if (apart) return { words: words?.question ?? null, single: single?.question ?? null };
  return { words: matchOf({ kind: "and", of: asked }), single: null };
}

/** The conjuncts of the filter, with the words of each alternative grouped. */
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

/** Whether the condition only concerns words, possibly negated. */
const isOfWords = (query: FilterQuery): boolean => inWords(query) !== null;

/** The right side of a MATCH, the depth of its parentheses, and whether it only contains single words. */
interface Words {
  match: string;
  deep: number;
  single: boolean;
}

/**
 * A MATCH equivalent to the filter (SQLite, "FTS5 Boolean Operators"); null if the filter has conditions other than
 * words, no positive word, or is nested too deeply.
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

/** The same, or null if it contains no word. */
function matchOf(query: FilterQuery): Words | null {
  const words = wordsOf(query);
  return words === null || words.match === "" ? null : words;
}

/** Null if one of them is not a text condition; an empty match if there are none. */
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

/** A text without any word matches nothing. */
function holding(terms: TextTerms): SqlCondition {
  const words = ofTerms(terms);
  return words === null ? { sql: "0", params: [] } : held(words);
}
