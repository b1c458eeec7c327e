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
 * `words`: what the text index has to hold, besides the condition. `begun`: words that are only begun, and that it has to
 * hold as well, each a question of its own: it brings all together that begins so, however much else is asked for.
 */
export type Where = SqlCondition & { words?: string; begun?: string[] };

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
  const others = asked.filter((part) => begunOf(part) === null);
  // What is only not to be there can be asked beside a word alone.
  const apart = others.length === 0 || matchOf({ kind: "and", of: others }) !== null;
  const begun = apart ? asked.flatMap((part) => begunOf(part) ?? []) : [];
  const words = matchOf({ kind: "and", of: apart ? others : asked });
  const rest =
    words === null && begun.length === 0 ? parts : parts.filter((part) => !isOfWords(part));
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
    ...(words === null ? {} : { words }),
    ...(begun.length === 0 ? {} : { begun }),
  });
}

/** The question for a single word that is only begun; null for anything else. */
function begunOf(query: FilterQuery): string | null {
  if (query.kind !== "text") return null;
  const terms = textTerms(query.phrase, query.begun);
  return terms.begun && terms.terms.length === 1 ? ftsQuery(terms) : null;
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

/** It asks for words, or for none of some. */
const isOfWords = (query: FilterQuery): boolean =>
  wordsOf(query.kind === "not" ? query.of : query) !== null;

/** The right side of a MATCH, and how deep its parentheses go. */
interface Words {
  match: string;
  deep: number;
}

const matchOf = (query: FilterQuery): string | null => wordsOf(query)?.match ?? null;

/**
 * A MATCH that holds exactly what the filter lets through (SQLite, "FTS5 Boolean Operators"); null where it asks for
 * anything but words, for no word, only for what is not there, or for too much within each other.
 */
function wordsOf(query: FilterQuery): Words | null {
  if (query.kind === "text") {
    const terms = textTerms(query.phrase, query.begun);
    return terms.terms.length === 0 ? null : { match: ftsQuery(terms), deep: 1 };
  }
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

/** Null where one of them is none of words; empty where there is none of them. */
function joined(of: readonly FilterQuery[], sign: "AND" | "OR"): Words | null {
  const all = of.map(wordsOf);
  const words = all.filter((one) => one !== null);
  if (words.length < all.length) return null;
  return words.length > 1 ? within(words, sign) : (words[0] ?? { match: "", deep: 0 });
}

function within(words: readonly Words[], sign: "AND" | "OR" | "NOT"): Words | null {
  const deep = 1 + Math.max(...words.map((one) => one.deep));
  const match = `(${words.map((one) => one.match).join(` ${sign} `)})`;
  return deep > DEEPEST ? null : { match, deep };
}

const held = (words: string): SqlCondition => ({
  sql: "(item.n IN (SELECT rowid FROM words WHERE words MATCH ?))",
  params: [words],
});

/** What has no word is held by nothing. */
const holding = (terms: TextTerms): SqlCondition =>
  terms.terms.length === 0 ? { sql: "0", params: [] } : held(ftsQuery(terms));
